// The same with signed numbers, remainder and division.
#include <cassert>
#include <cuda_runtime.h>

__global__ void spread(float *data, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if ((t & n) != 0)
		data[t] = data[t - n]; // twin-race: inter-block,intra-block,intra-warp
}

void run(float *data, int n)
{
	int rest = n;

	assert(n > 0 && n <= 4096);
	while (rest % 2 == 0)
		rest /= 2;
	if (rest != 1) // fact: guard; twin: if (rest != 3)
		return;
	spread<<<64, 256>>>(data, n); // launch: race-free; twin-launch: race
}
