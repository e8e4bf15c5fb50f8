// A project's own macro that ends in exit() is an assert.
#include <cuda_runtime.h>
#include <cstdio>
#include <cstdlib>

#define REQUIRE(c, text) \
	do { \
		if (!(c)) { \
			fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, text); \
			exit(EXIT_FAILURE); \
		} \
	} while (0)

__global__ void scale(float *out, int stride)
{
	out[blockIdx.x * stride + threadIdx.x] = 2.0f * blockIdx.x; // twin-race: inter-block
}

void run(float *out, int rows, int stride)
{
	REQUIRE(stride >= 128, "rows must not overlap"); // twin:
	scale<<<rows, 128>>>(out, stride); // launch: race-free; twin-launch: race
}
