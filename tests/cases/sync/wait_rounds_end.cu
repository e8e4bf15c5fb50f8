// Flags that are waited for in turn, the last of which says that data is there; in the twin it is one behind the last.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(&flag[4], 1); // twin: atomicExch(&flag[5], 1);
	} else if (blockIdx.x == 1) {
		for (int i = 0; i < 4; i++)
			atomicExch(&flag[i], 1);
	} else {
		for (int i = 0; i < 5; i++) {
			while (atomicAdd(&flag[i], 0) != 1)
				;
			__threadfence();
		}
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

int main()
{
	int *d, *f, *o;

	cudaMalloc(&d, 4);
	cudaMalloc(&f, 256);
	cudaMalloc(&o, 256);
	cudaMemset(f, 0, 256);
	pass<<<64, 32>>>(d, f, o); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
