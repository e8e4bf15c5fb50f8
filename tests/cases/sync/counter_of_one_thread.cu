// One thread adds to a counter: what it finds says nothing of the threads that do not.
__device__ int count;

__global__ void number(int *out)
{
	if (threadIdx.x == 0)
		out[100 + atomicAdd(&count, 1)] = 1;
	out[threadIdx.x] = threadIdx.x; // twin-race: intra-warp; twin: out[threadIdx.x / 2] = threadIdx.x;
}

void run(int *out)
{
	number<<<1, 64>>>(out); // launch: race-free; twin-launch: race
}
