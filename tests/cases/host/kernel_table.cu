#include <cstdio>

// A table of kernels, each with its block, gone through from its begin to its end; in the twin a block is twice as wide as what its kernel takes.
typedef void (*Kernel)(int *);

struct Entry {
	const char *name;
	Kernel kernel;
	int block;
};

__global__ void narrow(int *out)
{
	out[blockIdx.x * 32 + threadIdx.x] = blockIdx.x;
}

__global__ void wide(int *out)
{
	out[blockIdx.x * 128 + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}

static const Entry table[] = {
	{ "narrow", narrow, 32 },
	{ "wide", wide, 128 }, // twin: 	{ "wide", wide, 256 },
};

int main(int argc, char **argv)
{
	int *out;
	cudaMalloc(&out, 66 * 128 * sizeof(int));
	for (const Entry &entry : table) {
		entry.kernel<<<64, entry.block>>>(out); // launch: race-free; twin-launch: race, race-free
		printf("%s\n", entry.name);
	}
	void (*kernels[])(int *) = { narrow, wide };
	kernels[argc & 1]<<<64, 32>>>(out); // launch: race-free; twin-launch: race-free
	cudaFree(out);
}
