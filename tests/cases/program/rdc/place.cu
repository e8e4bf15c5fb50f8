__device__ int table[256];

static __device__ int half(int i)
{
	return i / 2;
}

__device__ int place(int i)
{
	return 2 * half(i) + i % 2; // twin: 	return half(i);
}

__global__ void unused(int *out)
{
	table[threadIdx.x] = 0;
	out[place(threadIdx.x)] = 1; // twin-race(warning): intra-warp
}

void run_unused(int *out)
{
	unused<<<1, 256>>>(out); // launch: race-free; twin-launch: race
}
