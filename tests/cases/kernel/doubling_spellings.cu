// A stride that doubles, whichever way it is written, and a loop that counts with the step in front.
#include <cuda_runtime.h>

__global__ void fold(int *data)
{
	__shared__ int a[256], b[256];
	int t = threadIdx.x;
	a[t] = data[blockIdx.x * 256 + t];
	b[t] = a[t];
	__syncthreads();
	for (int s = 1; s < 256; s = 2 * s) {
		if (t % (2 * s) == 0)
			a[t] += a[t + s]; // twin-race: intra-block, intra-warp
		__syncthreads(); // twin:
	}
	for (int s = 1; s < 256; s += s) {
		if (t % (s + s) == 0)
			b[t] += b[t + s];
		__syncthreads();
	}
	int sum = 0;
	for (int i = 0; i < 8; i = 1 + i)
		sum += data[(blockIdx.x * 8 + i) * 32 + t % 32];
	if (t == 0)
		data[gridDim.x * 256 + blockIdx.x] = a[0] + b[0] + sum;
}

void run(int *data, int blocks)
{
	fold<<<blocks, 256>>>(data); // launch: race-free; twin-launch: race
}
