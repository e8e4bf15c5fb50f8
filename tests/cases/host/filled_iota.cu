// The standard library's algorithms fill as loops do.
#include <cstdlib>
#include <numeric>
#include <vector>

__global__ void scatter(int *out, const int *place, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t < n)
		out[place[t]] = t; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *d, *out;
	std::vector<int> h(n);
	std::iota(h.begin(), h.end(), 0); // twin: std::iota(h.begin(), h.begin() + n / 2, 0);
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMemcpy(d, h.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	scatter<<<(n + 255) / 256, 256>>>(out, d, n); // launch: race-free; twin-launch: race
}
