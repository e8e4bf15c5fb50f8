// Entries that are not 0 are counted row by row: where each row begins never falls, and so rows do not meet.
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
	int n = atoi(argv[1]), count = 0, *d;
	std::vector<int> dense(n * n), begin = { 0 };
	float *out;
	for (int &entry : dense)
		entry = rand() % 3;
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			if (dense[i * n + j])
				count++; // twin: count = j;
		begin.push_back(count);
	}
	cudaMalloc(&d, (n + 1) * sizeof(int));
	cudaMalloc(&out, count * sizeof(float));
	cudaMemcpy(d, begin.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
