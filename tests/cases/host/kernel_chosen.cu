// One launch of a kernel chosen in a loop: each of the choices is checked under its facts, and under no others.
#include <cassert>
#include <cuda_runtime.h>

__global__ void rows(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i % n] = i; // twin-race: inter-block,intra-block,intra-warp
}

__global__ void columns(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = i;
}

void run(float *out, int n)
{
	assert(n >= 4096); // twin: assert(n >= 1);
	void (*kernel)(float *, int) = nullptr;
	for (int k = 0; k < 5; k++) {
		switch (k) {
		case 0:
			kernel = &rows;
			break;
		case 2:
			kernel = &columns;
			break;
		}
		if (kernel == &rows)
			cudaMemset(out, 0, n);
		kernel<<<16, 256>>>(out, n); // launch: race-free, race-free; twin-launch: race, race-free
	}
}
