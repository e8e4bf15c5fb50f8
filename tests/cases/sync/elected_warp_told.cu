// The lane that looks tells its warp whether it has won, so that one warp in all goes on: what the others know of that is not followed.
__global__ void once(int *flag, int *out)
{
	int lane = threadIdx.x % 32, won = 0;
	if (lane == 0)
		won = atomicExch(flag, 1) == 0; // twin: 		won = atomicAdd(flag, 0) == 0;
	won = __shfl_sync(0xffffffff, won, 0);
	if (won)
		out[lane] = threadIdx.x; // twin-race: inter-block; twin-race: intra-block
}

int main()
{
	int *flag, *out;

	cudaMalloc(&flag, 4);
	cudaMalloc(&out, 4096);
	cudaMemset(flag, 0, 4);
	once<<<4, 128>>>(flag, out); // launch: undecided; twin-launch: race
}
