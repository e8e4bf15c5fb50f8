// GWCP, figure 2: an exchange of block scope on what all blocks exchange.
#include <cuda_runtime.h>

__global__ void exchange(unsigned int *data)
{
	atomicExch_block(data, threadIdx.x); // race: inter-block; cause: block scope; twin: atomicExch(data, threadIdx.x);
}

void run(unsigned int *data)
{
	exchange<<<2, 32>>>(data); // launch: race; twin-launch: race-free
}
