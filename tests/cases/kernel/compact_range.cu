// Each block compacts its own part of the input: it finds no more places than the part has elements.
#include <cuda_runtime.h>

__global__ void pack(int *out, int *found, const int *in, int n, int part)
{
	__shared__ int count;
	int begin = blockIdx.x * part, end = min(begin + part, n); // twin: int begin = blockIdx.x * part, end = min(begin + part + 1, n);

	if (threadIdx.x == 0)
		count = 0;
	__syncthreads();
	for (int i = begin + threadIdx.x; i < end; i += blockDim.x)
		if (in[i] > 0)
			out[begin + atomicAdd(&count, 1)] = in[i]; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0)
		found[blockIdx.x] = count;
}

void run(int *out, int *found, const int *in, int n, int part)
{
	pack<<<(n + part - 1) / part, 128>>>(out, found, in, n, part); // launch: race-free; twin-launch: race
}
