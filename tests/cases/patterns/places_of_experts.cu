// Rows of experts: counted, summed by one thread, put in their places, and read expert by expert. In the twin each takes one row more.
#include <cstdlib>

enum { EXPERTS = 8 };

__global__ void count(const int *expert, int *number, int *rank, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		rank[i] = atomicAdd(&number[expert[i]], 1);
}

__global__ void sum(const int *number, int *begin)
{
	int all = 0;
	for (int e = 0; threadIdx.x == 0 && e < EXPERTS; e++) {
		begin[e] = all;
		all += number[e];
	}
	if (threadIdx.x == 0)
		begin[EXPERTS] = all;
}

__global__ void apply(const float *x, const float *w, const int *begin, float *y, int width)
{
	int e = blockIdx.y, row = begin[e] + blockIdx.x * blockDim.y + threadIdx.y;
	if (row >= begin[e + 1]) // twin: if (row > begin[e + 1])
		return;
	for (int c = threadIdx.x; c < width; c += blockDim.x) {
		float dot = 0;
		for (int k = 0; k < width; k++)
			dot += x[row * width + k] * w[(e * width + k) * width + c];
		y[row * width + c] = dot; // twin-race: inter-block
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), width = atoi(argv[2]), *expert, *number, *rank, *begin;
	float *x, *w, *y;
	cudaMalloc(&expert, n * sizeof(int));
	cudaMalloc(&number, EXPERTS * sizeof(int));
	cudaMalloc(&rank, n * sizeof(int));
	cudaMalloc(&begin, (EXPERTS + 1) * sizeof(int));
	cudaMalloc(&x, n * width * sizeof(float));
	cudaMalloc(&w, EXPERTS * width * width * sizeof(float));
	cudaMalloc(&y, n * width * sizeof(float));
	cudaMemset(number, 0, EXPERTS * sizeof(int));
	count<<<(n + 255) / 256, 256>>>(expert, number, rank, n); // launch: race-free; twin-launch: race-free
	sum<<<1, 32>>>(number, begin); // launch: race-free; twin-launch: race-free
	apply<<<dim3((n + 7) / 8, EXPERTS), dim3(32, 8)>>>(x, w, begin, y, width); // launch: undecided; twin-launch: race
	cudaDeviceSynchronize();
}
