// A vector of one value: its constructor fills it.
#include <cstdlib>
#include <vector>

__global__ void put(int *out, const int *width, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[t * width[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *d, *out;
	std::vector<int> width(n, 3); // twin: std::vector<int> width(n, 0);
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, 3 * n * sizeof(int));
	cudaMemcpy(d, width.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	put<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
