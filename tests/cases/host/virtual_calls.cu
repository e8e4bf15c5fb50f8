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

// What a constructor has put into the object that the table stands for is known where the call has chosen.
__global__ void pairs(int *out, int n, int gap)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i * gap + 1] = out[i * gap]; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

struct layout {
	virtual void run(int *out, int n) const = 0;
	virtual ~layout() = default;
};

struct narrow : layout {
	void run(int *out, int n) const override { pairs<<<(n + 127) / 128, 128>>>(out, n, 2); } // launch: race-free; twin-launch: race-free
};

struct wide : layout {
	int gap;
	explicit wide(int gap) : gap(gap < 2 ? 2 : gap) {}
	void run(int *out, int n) const override { pairs<<<(n + 127) / 128, 128>>>(out, n, gap); } // launch: race-free; twin-launch: race-free
};

struct loose : layout {
	int gap;
	explicit loose(int gap) : gap(gap < 1 ? 1 : gap) {}
	void run(int *out, int n) const override { pairs<<<(n + 127) / 128, 128>>>(out, n, gap); } // launch: race; twin-launch: race
};

static void lay(const char *name, int *out, int n, int gap)
{
	std::unique_ptr<layout> l;
	if (*name == 'n')
		l = std::make_unique<narrow>();
	else if (*name == 'w')
		l = std::make_unique<wide>(gap);
	else
		l = std::make_unique<loose>(gap);
	l->run(out, n);
}

int main(int argc, char **argv)
{
	std::unique_ptr<domain> d = make(argv[1], atoi(argv[2]));
	int *out;

	cudaMalloc(&out, d->width() * sizeof(int));
	d->fill(out);
	launch(*d, out);
	lay(argv[3], out, d->width() / 100, atoi(argv[4]) % 100);
	cudaDeviceSynchronize();
}
