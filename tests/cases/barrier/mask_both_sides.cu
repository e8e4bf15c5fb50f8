// The two sides of a branch meet at one barrier in two places, as the mask asks for: no finding, but what lies behind the two is not compared.
#include <cuda_runtime.h>

__global__ void fill(int *data, int n)
{
	__shared__ int s[128];
	int t = threadIdx.x;

	s[t] = data[t];
	if (t % 2) { // twin: if (t / 32 % 2) {
		__syncwarp();
		data[t] = s[t ^ 1];
	} else {
		__syncwarp();
		data[t] = s[t ^ 1];
	}
	__syncthreads();
	if (t >= n)
		return;
	if (t < 40)
		__syncwarp();
}

void run(int *data, int n)
{
	fill<<<1, 128>>>(data, n); // launch: undecided; twin-launch: race-free
}
