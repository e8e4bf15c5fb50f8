// Two buffers that are filled and emptied in turn; the twin lacks the fence before that is said.
#include <cuda_runtime.h>

__global__ void stream(int *full, float *buffer, const float *in, float *out, int n)
{
	int t = threadIdx.x;
	for (int i = 0; i < n; i++) {
		int slot = i & 1;
		if (t == 0) {
			while (atomicAdd(&full[slot], 0) != (int)blockIdx.x)
				;
			__threadfence();
		}
		__syncthreads();
		if (blockIdx.x == 0)
			buffer[slot * 128 + t] = in[i * 128 + t]; // twin-race: inter-block
		else
			out[i * 128 + t] = buffer[slot * 128 + t]; // twin-race: inter-block
		__syncthreads();
		if (t == 0) {
			__threadfence(); // twin:
			atomicExch(&full[slot], 1 - (int)blockIdx.x);
		}
	}
}

int main()
{
	int *full;
	float *buffer, *in, *out;
	cudaMalloc(&full, 2 * sizeof(int));
	cudaMalloc(&buffer, 256 * sizeof(float));
	cudaMalloc(&in, 2048 * sizeof(float));
	cudaMalloc(&out, 2048 * sizeof(float));
	cudaMemset(full, 0, 2 * sizeof(int));
	stream<<<2, 128>>>(full, buffer, in, out, 16); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
