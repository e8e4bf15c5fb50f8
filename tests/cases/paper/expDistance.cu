// Distance of two point sets: blocks write partial sums, a last launch of one block adds them up.
#include <cuda_runtime.h>
#include <cstdlib>

#define BX 32
#define BY 8
#define REDUCE 256

template <typename T>
__global__ void distance(const T *__restrict__ A, const T *__restrict__ B, int m, int n, T *__restrict__ cross)
{
	__shared__ T sh_A[2][BX], sh_B[2][BY], sum;
	int tx = threadIdx.x, ty = threadIdx.y;
	int i = tx + blockIdx.x * BX, j = ty + blockIdx.y * BY;

	if (tx == 0 && ty == 0)
		sum = 0;
	for (int d = 0; d < 2; d++) {
		if (ty == 0 && i < m)
			sh_A[d][tx] = A[d * m + i];
		if (tx == 0 && j < n)
			sh_B[d][ty] = B[d * n + j];
	}
	__syncthreads();
	if (i < m && j < n) {
		T dist = 0;

		for (int d = 0; d < 2; d++)
			dist += (sh_A[d][tx] - sh_B[d][ty]) * (sh_A[d][tx] - sh_B[d][ty]);
		atomicAdd(&sum, expf(-dist));
	}
	__syncthreads();
	if (tx == 0 && ty == 0)
		cross[blockIdx.y * gridDim.x + blockIdx.x] = sum;
}

template <typename T>
__global__ void reduce_cross(T *__restrict__ output, const T *__restrict__ cross, int blocks)
{
	__shared__ T sum;
	int tx = threadIdx.x;
	T mine = 0;

	if (tx == 0)
		sum = 0;
	__syncthreads();
	for (int i = tx; i < blocks; i += REDUCE)
		mine += cross[i];
	atomicAdd(&sum, mine);
	__syncthreads();
	if (tx == 0)
		output[0] = sum; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int size = atoi(argv[1]);
	float *A, *B, *cross, *output;

	cudaMalloc(&A, 2 * size * sizeof(float));
	cudaMalloc(&B, 2 * size * sizeof(float));
	dim3 grid((size + BX - 1) / BX, (size + BY - 1) / BY), block(BX, BY);
	cudaMalloc(&cross, grid.x * grid.y * sizeof(float));
	cudaMalloc(&output, sizeof(float));
	distance<float><<<grid, block>>>(A, B, size, size, cross); // launch: race-free; twin-launch: race-free
	reduce_cross<float><<<1, REDUCE>>>(output, cross, grid.x * grid.y); // launch: race-free; fact: grid; twin-launch: race; twin: reduce_cross<float><<<2, REDUCE>>>(output, cross, grid.x * grid.y);
	return cudaDeviceSynchronize();
}
