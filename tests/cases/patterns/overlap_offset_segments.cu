// Segments by an offset array: nothing says that they do not overlap, so the sums are added atomically.
#include <cuda_runtime.h>

__global__ void segments(const int *start, const int *len, const float *v, float *out)
{
	int s = blockIdx.x;

	for (int i = threadIdx.x; i < len[s]; i += blockDim.x)
		atomicAdd(&out[start[s] + i], v[s]); // twin-race: inter-block; twin: 		out[start[s] + i] += v[s];
}

void run(const int *start, const int *len, const float *v, float *out, int n)
{
	segments<<<n, 128>>>(start, len, v, out); // launch: race-free; twin-launch: race
}
