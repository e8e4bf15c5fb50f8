// Entries are counted one place further on, and the counts are summed where they are. The twin's table is not all set to 0.
#include <cstdlib>
#include <cstring>

__global__ void rows(float *out, const int *begin, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < n)
		for (int j = begin[row]; j < begin[row + 1]; j++)
			out[j] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), entries = atoi(argv[2]), *d;
	int *begin = (int *)malloc((n + 1) * sizeof(int));
	float *out;
	memset(begin, 0, (n + 1) * sizeof(int)); // twin: memset(begin, 0, n * sizeof(int));
	for (int i = 0; i < entries; i++)
		begin[rand() % n + 1]++;
	for (int i = 0; i < n; i++)
		begin[i + 1] += begin[i];
	cudaMalloc(&d, (n + 1) * sizeof(int));
	cudaMalloc(&out, begin[n] * sizeof(float));
	cudaMemcpy(d, begin, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
