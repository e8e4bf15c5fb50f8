// What is shifted to the left and back by one number is cut on purpose: upper bits that are lost are no index that wraps.
#include <cuda_runtime.h>

__global__ void put(float *psi, int k)
{
	unsigned t = threadIdx.x;

	psi[(t << k) >> k] = t; // race: intra-block
}

void run(float *psi, int k)
{
	if (k != 24) // twin: 	if (k != 22)
		return;
	put<<<1, 1024>>>(psi, k); // launch: race; twin-launch: race-free
}
