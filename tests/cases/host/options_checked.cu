// Options that a function reads by std::stoi, checks and returns in a structure. In the twin one check is weaker.
#include <cuda_runtime.h>
#include <stdexcept>
#include <string>

struct options {
	int tile, stride, n;
};

static options parse(int argc, char **argv)
{
	if (argc < 4)
		throw std::runtime_error("usage");
	options o{ std::stoi(argv[1]), std::stoi(argv[2]), std::stoi(argv[3]) };
	if (o.tile < 32 || o.tile > 1024)
		throw std::invalid_argument("tile");
	if (o.stride < o.tile) // twin:	if (o.stride < o.tile / 2)
		throw std::invalid_argument("stride");
	if (o.n <= 0)
		throw std::invalid_argument("n");
	return o;
}

__global__ void tiles(float *p, int stride, int n)
{
	int i = blockIdx.x * stride + threadIdx.x;
	if (i < n)
		p[i] = p[i] * 2 + 1; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	options o = parse(argc, argv);
	float *p;
	cudaMalloc(&p, (size_t)o.n * sizeof(float));
	tiles<<<(o.n + o.stride - 1) / o.stride, o.tile>>>(p, o.stride, o.n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
