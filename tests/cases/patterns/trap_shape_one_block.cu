// A global scratch array indexed by thread alone: right for the one block of the launch.
#include <cuda_runtime.h>

__global__ void offsets(int *count, int *scratch, int n)
{
	int t = threadIdx.x;

	scratch[t] = t < n ? count[t] : 0; // twin-race: inter-block
	__syncthreads();
	for (int d = 1; d < blockDim.x; d *= 2) {
		int v = t >= d ? scratch[t - d] : 0; // twin-race: inter-block
		__syncthreads();
		scratch[t] += v; // twin-race: inter-block
		__syncthreads();
	}
	if (t < n)
		count[t] = scratch[t]; // twin-race: inter-block
}

void run(int *count, int *scratch, int n)
{
	offsets<<<1, 1024>>>(count, scratch, n); // launch: race-free; twin-launch: race; twin: 	offsets<<<n / 1024, 1024>>>(count, scratch, n); // twin-launch: race
}
