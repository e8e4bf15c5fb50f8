// A block says by one thread that its buffer is full; in the twin two say so, the second one maybe when it is empty again.
#include <cuda_runtime.h>

__device__ void wait_for(int *state, int value)
{
	if (threadIdx.x == 0) {
		while (atomicAdd(state, 0) != value)
			;
		__threadfence();
	}
	__syncthreads();
}

__global__ void stream(int *state, float *buffer, const float *in, float *out, int n)
{
	for (int i = 0; i < n; i++) {
		if (blockIdx.x == 0) {
			wait_for(state, 0);
			buffer[threadIdx.x] = in[i * blockDim.x + threadIdx.x]; // twin-race: inter-block
			__syncthreads();
			if (threadIdx.x == 0) { // twin: 			if (threadIdx.x < 2) {
				__threadfence();
				atomicExch(state, 1);
			}
		} else {
			wait_for(state, 1);
			out[i * blockDim.x + threadIdx.x] = buffer[threadIdx.x]; // twin-race: inter-block
			__syncthreads();
			if (threadIdx.x == 0) {
				__threadfence();
				atomicExch(state, 0);
			}
		}
	}
}

int main()
{
	int *state;
	float *buffer, *in, *out;
	cudaMalloc(&state, sizeof(int));
	cudaMalloc(&buffer, 128 * sizeof(float));
	cudaMalloc(&in, 16 * 128 * sizeof(float));
	cudaMalloc(&out, 16 * 128 * sizeof(float));
	cudaMemset(state, 0, sizeof(int));
	stream<<<2, 128>>>(state, buffer, in, out, 16); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
