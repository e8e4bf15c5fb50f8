// Device code as the host sees it calls the host's functions; nobody ever runs that side of it.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#ifdef __CUDA_ARCH__
#define UNREACHABLE() __trap()
#else
#define UNREACHABLE()                                       \
	do {                                                \
		fprintf(stderr, "not for the device\n");    \
		abort();                                    \
	} while (0)
#endif

__device__ float checked(float x)
{
	if (!(x >= 0))
		UNREACHABLE();
	return x;
}

template <int WIDTH> __global__ void neighbours(const float *in, float *out)
{
	__shared__ float s[WIDTH];
	int i = threadIdx.x;

	if (WIDTH > 256) {
		UNREACHABLE();
		return;
	}
	s[i] = checked(in[blockIdx.x * WIDTH + i]); // twin-race: intra-block
	__syncthreads(); // twin:
	out[blockIdx.x * WIDTH + i] = s[WIDTH - 1 - i]; // twin-race: intra-block
}

void run(const float *in, float *out, int blocks)
{
	neighbours<128><<<blocks, 128>>>(in, out); // launch: race-free; twin-launch: race
	neighbours<512><<<blocks, 512>>>(in, out); // launch: race-free; twin-launch: race-free
}
