// Exclusive ors with shifted copies drop bits on purpose. The twin uses the id itself.
// flags: --timeout=2
#include <cuda_runtime.h>

__global__ void scatter(unsigned *out)
{
	unsigned x = threadIdx.x;
	x ^= x << 27;
	x ^= x >> 25;
	out[x & 63] = threadIdx.x; // race: intra-block; twin: out[threadIdx.x] = x;
}

void run(unsigned *out)
{
	scatter<<<1, 128>>>(out); // launch: race; twin-launch: race-free
}
