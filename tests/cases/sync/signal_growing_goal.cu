// One counter for all steps, whose goal grows by the number of blocks; in the twin that of the first step is none.
#include <cuda_runtime.h>

__global__ void smooth(volatile int *count, float *a, float *b, int n, int steps)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	for (int k = 1; k <= steps; k++) { // twin: for (int k = 0; k <= steps; k++) {
		float l = t > 0 ? a[t - 1] : 0; // twin-race: inter-block
		float r = t < n - 1 ? a[t + 1] : 0; // twin-race: inter-block
		if (t < n)
			b[t] = l + r; // twin-race: inter-block
		float *s = a;
		a = b;
		b = s;
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicAdd((int *)count, 1);
			while (*count < k * (int)gridDim.x)
				;
			__threadfence();
		}
		__syncthreads();
	}
}

int main()
{
	int *count, n = 1024;
	float *a, *b;
	cudaMalloc(&count, sizeof(int));
	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMemset(count, 0, sizeof(int));
	smooth<<<8, 128>>>(count, a, b, n, 10); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
