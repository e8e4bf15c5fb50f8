// A wait that ends when a value is there or when somebody has given up: data is read in the first case; in the twin in both.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *state, int *out, int *lost)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(state, 1);
	} else if (blockIdx.x == 1) {
		atomicExch(state, -1);
	} else {
		for (;;) {
			int now = atomicAdd(state, 0);
			if (now > 0)
				break;
			if (now < 0) {
				lost[blockIdx.x] = 1;
				return; // twin: break;
			}
		}
		__threadfence();
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

int main()
{
	int *d, *s, *o, *l;

	cudaMalloc(&d, 4);
	cudaMalloc(&s, 4);
	cudaMalloc(&o, 256);
	cudaMalloc(&l, 256);
	cudaMemset(s, 0, 4);
	pass<<<64, 32>>>(d, s, o, l); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
