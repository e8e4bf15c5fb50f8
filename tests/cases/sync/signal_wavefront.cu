// Tiles wait for those on the left and above, each where there is one; the twin waits for the one above only from the third row on.
#include <cuda_runtime.h>

__global__ void wave(volatile int *done, float *a)
{
	int x = blockIdx.x, y = blockIdx.y, t = threadIdx.x;
	if (t == 0) {
		if (x > 0)
			while (!done[y * 8 + x - 1])
				;
		if (y > 0) // twin: if (y > 1)
			while (!done[(y - 1) * 8 + x])
				;
		__threadfence();
	}
	__syncthreads();
	float left = x > 0 ? a[(y * 8 + x - 1) * 64 + t] : 1;
	float above = y > 0 ? a[((y - 1) * 8 + x) * 64 + t] : 2; // twin-race: inter-block
	a[(y * 8 + x) * 64 + t] = left + above; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (t == 0)
		done[y * 8 + x] = 1;
}

int main()
{
	int *done;
	float *a;
	cudaMalloc(&done, 64 * sizeof(int));
	cudaMalloc(&a, 64 * 64 * sizeof(float));
	cudaMemset(done, 0, 64 * sizeof(int));
	wave<<<dim3(8, 8), 64>>>(done, a); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
