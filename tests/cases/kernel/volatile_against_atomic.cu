// A volatile store beside an atomic exchange is no atomic; a volatile load is the accepted way to poll.
#include <cuda_runtime.h>

__global__ void set(volatile unsigned int *data, unsigned int *out)
{
	if (blockIdx.x == 0)
		atomicExch((unsigned int *)&data[0], 1); // twin-race: inter-block; twin-cause: atomic
	else
		out[blockIdx.x] = data[0]; // twin-race: inter-block; twin: data[0] = 2;
}

void run(unsigned int *data, unsigned int *out)
{
	set<<<2, 1>>>(data, out); // launch: race-free; twin-launch: race
}
