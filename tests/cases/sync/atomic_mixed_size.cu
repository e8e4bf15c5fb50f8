// Two atomics that overlap but differ in size are not atomic to each other.
#include <cuda_runtime.h>

__global__ void mix(unsigned int *p)
{
	if (blockIdx.x == 0)
		atomicAdd((unsigned long long *)p, 1ull); // race: inter-block; twin: atomicAdd(p, 1u);
	else
		atomicAdd(p, 1u); // race: inter-block; cause: sizes
}

void run(unsigned int *p)
{
	mix<<<2, 1>>>(p); // launch: race; twin-launch: race-free
}
