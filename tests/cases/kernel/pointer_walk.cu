// A walk from one pointer to another of the same object: objects do not wrap around the end of memory.
#include <cassert>
#include <cuda_runtime.h>

__global__ void clear(char *p, int len)
{
	p += threadIdx.x * len;
	for (char *e = p + len; p < e; p++) // twin: for (char *e = p + len; p <= e; p++)
		*p = (char)threadIdx.x; // twin-race: intra-block,intra-warp
}

int main(int argc, char **argv)
{
	char *c;

	assert(argc < 100);
	cudaMalloc(&c, 1 << 18);
	clear<<<1, 128>>>(c, 16 * argc); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
