// A latch that blocks count down from the number it was made with. In the twin nobody waits.
#include <cuda/std/latch>

__device__ cuda::std::latch filled(3);

__global__ void gather(int *a, int *out)
{
	int t = threadIdx.x;

	if (blockIdx.x < 3) {
		a[blockIdx.x * 128 + t] = t; // twin-race: inter-block
		__syncthreads();
		if (t == 0)
			filled.count_down();
	} else {
		filled.wait(); // twin:
		out[t] = a[t] + a[128 + t] + a[256 + t]; // twin-race: inter-block
	}
}

void run(int *a, int *out)
{
	gather<<<4, 128>>>(a, out); // launch: race-free; twin-launch: race
}
