// Loop and copy ask the vector for its size, which is computed apart for vectors of none, one and more elements.
#include <cstdlib>
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
	for (size_t i = 0; i < h.size(); i++) // twin: for (size_t i = 0; i + 1 < h.size(); i++)
		h[i] = i;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMemcpy(d, h.data(), h.size() * sizeof(int), cudaMemcpyHostToDevice);
	scatter<<<(h.size() + 255) / 256, 256>>>(out, d, h.size()); // launch: race-free; twin-launch: race
}
