// The state goes on from 2 to 3 when what was initialized is taken; in the twin back to 0, so that a second thread initializes.
#include <cuda_runtime.h>

__device__ int state;

__global__ void use(int *data, int *out)
{
	if (atomicCAS(&state, 0, 1) == 0) {
		data[0] = blockIdx.x; // twin-race: inter-block
		__threadfence();
		atomicExch(&state, 2);
	}
	if (atomicCAS(&state, 2, 3) == 2) { // twin: if (atomicCAS(&state, 2, 0) == 2) {
		__threadfence();
		out[0] = data[0]; // twin-race: inter-block
	}
}

int main()
{
	int *data, *out;
	cudaMalloc(&data, 4);
	cudaMalloc(&out, 4);
	use<<<8, 1>>>(data, out); // launch: race-free; twin-launch: race
	return 0;
}
