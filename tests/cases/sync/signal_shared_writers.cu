// A flag in shared memory by which one warp hands a value to another; in the twin two warps set it, and who sees it does not know whose value is there.
__global__ void hand_over(int *out)
{
	__shared__ int flag, value[2];
	int warp = threadIdx.x / 32;
	if (threadIdx.x == 0)
		flag = 0;
	__syncthreads();
	if (threadIdx.x % 32 == 0 && warp < 2) {
		value[warp] = 7; // twin-race: intra-block
		__threadfence_block();
		if (warp == 0) // twin: if (warp < 2)
			atomicExch(&flag, 1);
	} else if (threadIdx.x == 64) {
		while (atomicAdd(&flag, 0) == 0)
			;
		__threadfence_block();
		out[blockIdx.x] = value[0]; // twin-race: intra-block; twin-cause: what lets the wait at line 15 go on need not be the signal at line 13
	}
}

int main()
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	hand_over<<<64, 96>>>(out); // launch: race-free; twin-launch: race
}
