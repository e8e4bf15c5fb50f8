// One buffer is a histogram first and a list of sorted values after.
#include <cuda_runtime.h>

union Work {
	int hist[256];
	unsigned char sorted[1024];
};

__global__ void sort_bytes(const unsigned char *in, unsigned char *out)
{
	__shared__ Work w;
	__shared__ int start[256];
	int t = threadIdx.x;

	w.hist[t] = 0;
	__syncthreads();
	for (int i = t; i < 1024; i += 256)
		atomicAdd(&w.hist[in[blockIdx.x * 1024 + i]], 1);
	__syncthreads();
	int sum = 0;
	for (int b = 0; b < t; b++)
		sum += w.hist[b]; // twin-race: intra-block
	start[t] = sum; // twin-race: intra-block
	__syncthreads(); // twin: 	__syncwarp();
	for (int i = t; i < 1024; i += 256)
		w.sorted[i] = (unsigned char)(start[i / 4] & 255); // twin-race: intra-block
	__syncthreads();
	for (int i = t; i < 1024; i += 256)
		out[blockIdx.x * 1024 + i] = w.sorted[1023 - i];
}

void run(const unsigned char *in, unsigned char *out, int blocks)
{
	sort_bytes<<<blocks, 256>>>(in, out); // launch: race-free; twin-launch: race
}
