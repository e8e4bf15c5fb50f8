// Virtual functions of an object that the program has made itself are known, whatever other files derive from its class.
#include <cuda_runtime.h>
#include <cstdlib>

struct source;
source *load(const char *path);

struct source {
	virtual int rows() const = 0;
	virtual ~source() = default;
};

struct plane : source {
	int rows() const override { return 1; } // twin: 	int rows() const override { return 2; }
};

__global__ void own(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = i * n; // race(warning): inter-block; twin-race(warning): inter-block
}

static void fill(const source &s, int *out, int n)
{
	own<<<dim3((n + 127) / 128, s.rows()), 128>>>(out, n); // launch: race-free; twin-launch: race
}

static void fill_loaded(const source &s, int *out, int n)
{
	own<<<dim3((n + 127) / 128, s.rows()), 128>>>(out, n); // launch: race; twin-launch: race
}

int main(int argc, char **argv)
{
	plane p;
	int *out, n = atoi(argv[1]);

	cudaMalloc(&out, n * sizeof(int));
	source *loaded = load(argv[2]);
	fill(p, out, n);
	fill_loaded(*loaded, out, n);
	cudaDeviceSynchronize();
}
