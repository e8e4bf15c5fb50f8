// Functions that call themselves last of all: a divisor, a search, a row that is filled downwards.
#include <cuda_runtime.h>

__device__ int divisor(int a, int b)
{
	return b == 0 ? a : divisor(b, a % b);
}

__device__ int place(const int *sorted, int from, int to, int key)
{
	if (to - from <= 1)
		return from;
	int middle = (from + to) / 2;
	if (sorted[middle] <= key)
		return place(sorted, middle, to, key);
	return place(sorted, from, middle, key);
}

__device__ void fill(int *row, int n, int value)
{
	if (n == 0)
		return;
	row[n - 1] = value; // twin-race: inter-block, intra-block, intra-warp
	fill(row, n - 1, value);
}

__global__ void rows(const int *sorted, int *out, int *at, int n)
{
	int i = blockIdx.x * 64 + threadIdx.x;
	at[i] = place(sorted, 0, n, i);
	fill(out + i * 8, 8, divisor(i, n)); // twin: fill(out + i * 8, 9, divisor(i, n));
}

int main()
{
	int *sorted, *out, *at;
	cudaMalloc(&sorted, 1000 * sizeof(int));
	cudaMalloc(&out, 640 * 8 * sizeof(int));
	cudaMalloc(&at, 640 * sizeof(int));
	rows<<<10, 64>>>(sorted, out, at, 1000); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
