// Waits that read once before their loop and again at its end. In the twin the fence behind one is missing.
#include <cuda_runtime.h>

__device__ int ready;
__device__ volatile int taken;

__global__ void pass(int *data, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t; // twin-race: inter-block
		__syncthreads();
		if (t == 0) {
			__threadfence();
			atomicExch(&ready, 1);
			int seen = taken;
			while (seen != 1) {
				__nanosleep(100);
				seen = taken;
			}
			__threadfence();
		}
		__syncthreads();
		data[t] = -1;
	} else if (blockIdx.x == 1) {
		if (t == 0) {
			int seen = atomicAdd(&ready, 0);
			while (seen != 1)
				seen = atomicAdd(&ready, 0);
			__threadfence(); // twin:
		}
		__syncthreads();
		out[t] = data[127 - t]; // twin-race: inter-block
		__syncthreads();
		if (t == 0) {
			__threadfence();
			taken = 1;
		}
	}
}

void run(int *data, int *out)
{
	pass<<<4, 128>>>(data, out); // launch: race-free; twin-launch: race
}
