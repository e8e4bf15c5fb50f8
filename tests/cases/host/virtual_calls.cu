// Virtual functions give sizes and launch: in a program that is all here the classes of an object are known.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>
#include <memory>

__global__ void own(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = i * n; // twin-race(warning): inter-block
}

struct domain {
	virtual int width() const = 0;
	virtual int rows() const { return 1; }
	virtual void fill(int *out) const = 0;
	virtual ~domain() = default;
};

struct logged {
	virtual void log() { printf("logged\n"); }
	virtual ~logged() = default;
};

struct line : logged, domain {
	int n;

	explicit line(int n) : n(n) {}
	int width() const override { return n; }
	void fill(int *out) const override
	{
		own<<<dim3((n + 127) / 128, rows()), 128>>>(out, n); // launch: race-free; twin-launch: race-free
	}
};

struct twice : domain {
	int n;

	explicit twice(int n) : n(n) {}
	int width() const override { return 2 * n; }
	int rows() const override { return 1; } // twin: int rows() const override { return 2; }
	void fill(int *out) const override
	{
		own<<<dim3((2 * n + 255) / 256, rows()), 256>>>(out, 2 * n); // launch: race-free; twin-launch: race
	}
};

static std::unique_ptr<domain> make(const char *name, int n)
{
	if (*name == 'l')
		return std::make_unique<line>(n);
	return std::make_unique<twice>(n);
}

static void launch(const domain &d, int *out)
{
	printf("%d\n", d.width());
	own<<<dim3((d.width() + 63) / 64, d.rows()), 64>>>(out, d.width()); // launch: race-free; twin-launch: race
}

int main(int argc, char **argv)
{
	std::unique_ptr<domain> d = make(argv[1], atoi(argv[2]));
	int *out;

	cudaMalloc(&out, d->width() * sizeof(int));
	d->fill(out);
	launch(*d, out);
	cudaDeviceSynchronize();
}
