// A member that is 1 wherever it is set; an object that is made of zeros, with no constructor of its own, has another value.
#include <cuda_runtime.h>
#include <cstdlib>

class options {
	int step_;

public:
	options() { step_ = 1; } // twin: 	options() = default;
	void refresh() { step_ = 1; }
	int step() const { return step_; }
};

__global__ void put(int *out, int step, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i * step] = i; // twin-race: inter-block, intra-block, intra-warp
}

static void fill(int n, int rest, options &o)
{
	int *out;

	cudaMalloc(&out, n * sizeof(int));
	put<<<(n + 127) / 128, 128>>>(out, o.step(), n); // launch: race-free; twin-launch: race
	if (rest)
		fill(n / 2, rest - 1, o);
}

int main(int argc, char **argv)
{
	options *o = new options();

	if (argc > 3)
		o->refresh();
	fill(atoi(argv[1]), atoi(argv[2]), *o);
	cudaDeviceSynchronize();
}
