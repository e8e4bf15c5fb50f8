// A barrier that resets itself: the last to come releases the others by another variable.
#include <cuda_runtime.h>

__device__ int arrived;
__device__ volatile int go;

__global__ void step(const int *in, int *mid, int *out)
{
	int b = blockIdx.x;
	mid[b] = in[b] * 2; // twin-race: inter-block
	__threadfence(); // twin:
	if (atomicAdd(&arrived, 1) == gridDim.x - 1) { // twin-race: inter-block
		__threadfence();
		arrived = 0; // twin-race: inter-block
		go = 1;
	} else {
		while (go == 0)
			;
	}
	__threadfence();
	out[b] = mid[(b + 1) % gridDim.x]; // twin-race: inter-block
}

void run(const int *in, int *mid, int *out)
{
	step<<<16, 1>>>(in, mid, out); // launch: race-free; twin-launch: race
}
