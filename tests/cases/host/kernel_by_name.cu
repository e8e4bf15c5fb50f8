#include <cstring>

// A table of kernels in which one is looked up by its name, each with what it does to its input; in the twin one that needs two arrays is given one.
typedef void (*Kernel)(const int *, int *, int);

struct Operation {
	const char *name;
	Kernel kernel;
	bool in_place;
};

__global__ void copied(const int *in, int *out, int n)
{
	int i = blockIdx.x * 128 + threadIdx.x;
	if (i < n)
		out[i] = in[i] + 1;
}

__global__ void reversed(const int *in, int *out, int n)
{
	int i = blockIdx.x * 128 + threadIdx.x;
	if (i < n)
		out[n - 1 - i] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

static const Operation operations[] = {
	{ "copied", copied, true },
	{ "reversed", reversed, false }, // twin: 	{ "reversed", reversed, true },
};

const Operation *find(const char *name)
{
	for (const Operation &operation : operations)
		if (!strcmp(name, operation.name))
			return &operation;
	return nullptr;
}

int main(int argc, char **argv)
{
	const int n = 5000;
	int *a, *b;
	const Operation *first = argc > 1 ? find(argv[1]) : nullptr, *last = nullptr;
	if (!first)
		return 1;
	for (const Operation &operation : operations)
		if (argc > 2 && !strcmp(argv[2], operation.name))
			last = &operation;
	cudaMalloc(&a, n * sizeof(int));
	cudaMalloc(&b, n * sizeof(int));
	first->kernel<<<(n + 127) / 128, 128>>>(a, first->in_place ? a : b, n); // launch: race-free; twin-launch: race-free, race
	if (last)
		last->kernel<<<(n + 127) / 128, 128>>>(b, last->in_place ? b : a, n); // launch: race-free; twin-launch: race-free, race
	cudaDeviceSynchronize();
}
