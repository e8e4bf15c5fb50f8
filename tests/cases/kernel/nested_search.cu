#include <cuda_runtime.h>
#include <stdlib.h>

/* The row and column of the k-th entry of a lower triangle, found by counting: it is always found. */
__device__ void place_of(int n, int *row, int *column)
{
	int k = 0;
	*row = *column = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			if (k == blockIdx.y) { // twin: if (k == blockIdx.y / 2) {
				*row = i;
				*column = j;
				return;
			}
			k++;
		}
}

__global__ void entries(float *m, const float *in, int n)
{
	int row, column;
	place_of(n, &row, &column);
	if (threadIdx.x == 0)
		m[(blockIdx.x * n + row) * n + column] = in[blockIdx.y]; // twin-race: inter-block
}

/* Ways out that memory decides are any. */
__global__ void found(float *m, const int *keys, int n)
{
	int place = 0;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++)
			if (keys[(blockIdx.x * n + i) * n + j] == 7)
				return;
	m[place] = blockIdx.x; // race: inter-block; twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), count = atoi(argv[2]);
	if (n < 2 || n > 32 || count < 1 || count > 512)
		return 1;
	float *m, *in;
	int *keys;
	cudaMalloc(&m, sizeof(float) * n * n * count);
	cudaMalloc(&in, sizeof(float) * n * n);
	cudaMalloc(&keys, sizeof(int) * n * n * count);
	entries<<<dim3(count, n * (n + 1) / 2), 32>>>(m, in, n); // launch: undecided; twin-launch: race
	found<<<count, 1>>>(m, keys, n); // launch: race; twin-launch: race
}
