// A thread goes to where what it has just stored itself leads.
#include <cuda_runtime.h>

__global__ void scatter(int *place, int *out)
{
	int t = threadIdx.x;

	place[t] = 255 - t; // twin: 	place[t] = (255 - t) / 2;
	out[place[t]] = t; // twin-race: intra-warp
}

void run(int *place, int *out)
{
	scatter<<<1, 256>>>(place, out); // launch: race-free; twin-launch: race
}
