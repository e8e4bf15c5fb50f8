// What a pointer to a virtual member function calls is not followed, and what its tables have stays.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

__global__ void own(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = i * n; // race(warning): inter-block; twin-race(warning): inter-block
}

struct shape {
	virtual int rows(int n) { return n; }
	virtual int layers(int n) { return 2; } // twin: virtual int layers(int n) { return 1; }
	virtual void fill(int *out, int n, int (shape::*size)(int))
	{
		int rows = (this->*size)(n);
		own<<<dim3((n + 127) / 128, rows), 128>>>(out, n); // launch: race; twin-launch: race
	}
};

struct flat : shape {
	int rows(int n) override { return 1; }
	void fill(int *out, int n, int (shape::*size)(int)) override
	{
		own<<<dim3((n + 127) / 128, layers(n)), 128>>>(out, n); // launch: race; twin-launch: race-free
	}
};

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *out;
	shape plain;
	flat one;
	shape *any = argc > 2 ? &plain : &one;

	cudaMalloc(&out, n * sizeof(int));
	any->fill(out, n, argc > 3 ? &shape::rows : &shape::layers);
	cudaDeviceSynchronize();
}
