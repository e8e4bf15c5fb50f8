// Rows whose lengths are digits of a hash that a remainder keeps small; without it, in the twin, the hash comes to wrap and to be negative.
#include <cstdlib>
#include <vector>

__global__ void rows(float *out, const int *begin)
{
	for (int j = begin[blockIdx.x] + threadIdx.x; j < begin[blockIdx.x + 1]; j += blockDim.x)
		out[j] = blockIdx.x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 50, hash = 1;
	if (n < 1)
		return 1;
	std::vector<int> begin(n + 1, 0);
	for (int i = 0; i < n; i++) {
		hash = (hash * 31 + 7) % 1000; // twin: 		hash = hash * 31 + 7;
		begin[i + 1] = begin[i] + hash % 16; // fact: contents
	}
	int *d;
	float *out;
	cudaMalloc(&d, (n + 1) * sizeof(int));
	cudaMalloc(&out, begin[n] * sizeof(float));
	cudaMemcpy(d, begin.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<n, 64>>>(out, d); // launch: race-free; twin-launch: race
}
