// Lengths come from the command line, and each is checked before it is added to the sum; in the twin one too small gets through.
#include <cassert>
#include <cstdlib>
#include <vector>

__global__ void rows(float *out, const int *begin)
{
	for (int j = begin[blockIdx.x] + threadIdx.x; j < begin[blockIdx.x + 1]; j += blockDim.x)
		out[j] = blockIdx.x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = argc - 1;
	std::vector<int> length(argc), begin(argc, 0);
	for (int i = 0; i < n; i++)
		length[i] = atoi(argv[i + 1]);
	for (int i = 0; i < n; i++) {
		assert(length[i] >= 0); // twin: 		assert(length[i] >= -1);
		begin[i + 1] = begin[i] + length[i]; // fact: contents
	}
	int *d;
	float *out;
	cudaMalloc(&d, argc * sizeof(int));
	cudaMalloc(&out, begin[n] * sizeof(float));
	cudaMemcpy(d, begin.data(), argc * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<n, 64>>>(out, d); // launch: race-free; twin-launch: race
}
