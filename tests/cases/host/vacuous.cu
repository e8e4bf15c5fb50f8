// Facts that contradict each other: nothing is ever launched, and the checker says so instead of "race-free".
#include <cuda_runtime.h>
#include <cassert>

__global__ void fill(float *out)
{
	out[0] = blockIdx.x; // twin-race: inter-block
}

void run(float *out, int n)
{
	assert(n > 8);
	if (n < 8) // twin: if (n < 80)
		fill<<<n, 1>>>(out); // launch: vacuous; twin-launch: race
}
