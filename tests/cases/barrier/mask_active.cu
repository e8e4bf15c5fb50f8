// Which threads __activemask() finds together is up to the hardware: nothing is proved from it.
#include <cuda_runtime.h>

__global__ void pairs(int *data)
{
	__shared__ int s[32];
	int t = threadIdx.x;

	s[t] = data[t];
	__syncwarp(__activemask()); // twin: __syncwarp();
	data[t] = s[31 - t];
}

void run(int *data)
{
	pairs<<<1, 32>>>(data); // launch: undecided; twin-launch: race-free
}
