// Rows begin where the ones before end: sums of lengths, with the whole sum behind them.
#include <cstdlib>

__global__ void rows(float *out, const int *begin, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < n)
		for (int j = begin[row]; j < begin[row + 1]; j++)
			out[j] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), sum = 0, *d;
	int *h = (int *)malloc((n + 1) * sizeof(int));
	float *out;
	for (int i = 0; i < n; i++) {
		h[i] = sum; // fact: contents
		sum += rand() % 8; // twin: sum += rand() % 8 - 4;
	}
	h[n] = sum;
	cudaMalloc(&d, (n + 1) * sizeof(int));
	cudaMalloc(&out, sum * sizeof(float));
	cudaMemcpy(d, h, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
