// Rows whose lengths are remainders of products: none is negative, but in the twin.
#include <cstdlib>
#include <vector>

__global__ void rows(float *out, const int *begin)
{
	for (int j = begin[blockIdx.x] + threadIdx.x; j < begin[blockIdx.x + 1]; j += blockDim.x)
		out[j] = blockIdx.x; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 50;
	if (n < 1)
		return 1;
	std::vector<int> begin(n + 1, 0);
	for (int i = 0; i < n; i++)
		begin[i + 1] = begin[i] + 1 + i * 7 % 13; // fact: contents; twin: 		begin[i + 1] = begin[i] + 1 + (3 - i) * 7 % 13;
	int *d;
	float *out;
	cudaMalloc(&d, (n + 1) * sizeof(int));
	cudaMalloc(&out, begin[n] * sizeof(float));
	cudaMemcpy(d, begin.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<n, 64>>>(out, d); // launch: race-free; twin-launch: race
}
