// A context keeps the kernel's ptxVersion in a member, which its constructor alone sets: what only older devices need is never launched.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void own(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = i * n; // twin-race(warning): inter-block
}

struct context {
	context() = default;
	context(const context &) = delete;
	virtual int version() const = 0;
	virtual void *alloc(size_t bytes) = 0;
	virtual ~context() = default;
};

class standard : public context {
protected:
	cudaDeviceProp props_;
	int version_;
	cudaStream_t stream_;

	void init()
	{
		cudaFuncAttributes has;

		if (cudaFuncGetAttributes(&has, own) != cudaSuccess)
			throw 1;
		version_ = has.ptxVersion;
		cudaGetDeviceProperties(&props_, 0);
	}

public:
	explicit standard(cudaStream_t stream = 0) : stream_(stream) { init(); }
	int version() const override { return version_; }
	void *alloc(size_t bytes) override
	{
		void *p = nullptr;

		if (bytes && cudaMalloc(&p, bytes) != cudaSuccess)
			throw 2;
		return p;
	}
};

static void fill(int n, int rest, context &c)
{
	int blocks = (n + 127) / 128, *out = (int *)c.alloc(n * sizeof(int));
	dim3 grid(blocks);

	if (c.version() < 30 && blocks > 65535) // twin: if (c.version() >= 70 && blocks > 65535)
		grid = dim3(256, (blocks + 255) / 256);
	own<<<grid, 128>>>(out, n); // launch: race-free; twin-launch: race
	if (rest)
		fill(n / 2, rest - 1, c);
}

int main(int argc, char **argv)
{
	standard c;

	fill(atoi(argv[1]), atoi(argv[2]), c);
	cudaDeviceSynchronize();
}
