// Each row begins where the one before ends, and some rows are empty.
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
	int n = atoi(argv[1]), *begin = new int[n + 1], *d;
	float *out;
	begin[0] = 0;
	for (int i = 0; i < n; i++)
		begin[i + 1] = rand() % 2 ? begin[i] + 4 : begin[i]; // twin: begin[i + 1] = rand() % 2 ? begin[i] + 4 : begin[i] - 4;
	cudaMalloc(&d, (n + 1) * sizeof(int));
	cudaMalloc(&out, 4 * n * sizeof(float));
	cudaMemcpy(d, begin, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
