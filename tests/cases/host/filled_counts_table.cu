// Rows are as long as a table says that counts entries from nothing.
#include <cstdlib>
#include <vector>

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
	std::vector<int> count(n, 0), begin(n + 1);
	float *out;
	for (int i = 0; i < entries; i++)
		count[rand() % n] += 1; // twin: count[rand() % n] -= 1;
	begin[0] = 0;
	for (int i = 0; i < n; i++)
		begin[i + 1] = begin[i] + count[i];
	cudaMalloc(&d, (n + 1) * sizeof(int));
	cudaMalloc(&out, begin[n] * sizeof(float));
	cudaMemcpy(d, begin.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
