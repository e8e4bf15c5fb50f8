// A lock that is taken under a condition of floats, and left behind the same one once more. In the twin the first condition is another one.
#include <cuda_runtime.h>

__global__ void sum_up(int *lock, float *sum, const float *x, int n)
{
	int b = blockIdx.x;
	if (threadIdx.x != 0 || b >= n)
		return;
	float v = x[b];
	if (v > 0) { // twin:	if (v > 1) {
		while (atomicCAS(lock, 0, 1))
			;
		__threadfence();
	}
	if (v > 0) {
		*sum += v; // twin-race: inter-block
		__threadfence();
		atomicExch(lock, 0);
	}
}

int main()
{
	int *lock;
	float *sum, *x;
	const int n = 100;
	cudaMalloc(&lock, sizeof(int));
	cudaMalloc(&sum, sizeof(float));
	cudaMalloc(&x, n * sizeof(float));
	cudaMemset(lock, 0, sizeof(int));
	sum_up<<<n, 32>>>(lock, sum, x, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
