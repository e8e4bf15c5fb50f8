// The first thread tells its warp which number it has drawn, and the warp with the last one goes on: what the others know of that is
// not followed. In the twin it has drawn none.
__device__ unsigned count;
__global__ void last(int *out)
{
	if (threadIdx.x < 32) {
		unsigned found = 0;
		if (threadIdx.x == 0)
			found = atomicInc(&count, gridDim.x - 1); // twin: found = *(volatile unsigned *)&count + gridDim.x - 1;
		found = __shfl_sync(0xffffffff, found, 0);
		if (found == gridDim.x - 1)
			out[threadIdx.x] = blockIdx.x; // twin-race: inter-block
	}
}
int main()
{
	int *out;
	cudaMalloc(&out, 128);
	last<<<64, 128>>>(out); // launch: undecided; twin-launch: race
}
