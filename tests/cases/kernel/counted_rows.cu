// Lists in rows of their own: a length that grows in some rounds only is never below zero, nor above the rounds.
#include <cuda_runtime.h>

#define MOST 32

__global__ void neighbours(const float3 *x, int *list, int *count, int n, float rc2)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0;

	if (i >= n)
		return;
	for (int cell = 0; cell < 27; cell++)
		for (int j = cell; j < n; j += 27) {
			float dx = x[i].x - x[j].x;
			if (j != i && dx * dx < rc2 && c < MOST)
				list[i * MOST + c++] = j;
		}
	count[i] = c;
}

__global__ void compact(const int *in, int *out, int *length, int w)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x, k = 0;

	for (int c = 0; c < w; c++)
		if (in[row * w + c] != 0)
			out[row * w + k++] = in[row * w + c]; // twin-race: inter-block,intra-block,intra-warp; twin: out[row * (w - 1) + c] = in[row * w + c];
	length[row] = k;
}

int main()
{
	const int n = 10000;
	float3 *x;
	int *list, *count, *rows;

	cudaMalloc(&x, n * sizeof(float3));
	cudaMalloc(&list, n * MOST * sizeof(int));
	cudaMalloc(&count, n * sizeof(int));
	cudaMalloc(&rows, 1024 * 100 * sizeof(int));
	neighbours<<<(n + 127) / 128, 128>>>(x, list, count, n, 0.01f); // launch: race-free; twin-launch: race-free
	compact<<<8, 128>>>(rows, list, count, 100); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
