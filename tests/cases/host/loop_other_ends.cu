// A number that steps until it meets another one does not pass it, unless the loop may go on past it: where it has another
// end, and the number begins behind the other or steps over it.
#include <cuda_runtime.h>

#include <stdlib.h>

enum { STEP = 2 }; // twin: enum { STEP = 3 };

__global__ void fold(int *out, int n, int m)
{
	if (threadIdx.x < m)
		out[threadIdx.x % n] = threadIdx.x; // twin-race: intra-block, intra-warp
}

__global__ void counted(int *out, int n, int most)
{
	int s = 0;

	for (int i = 0; i < most; i++) {
		if (s == n)
			break;
		s += STEP;
	}
	if (threadIdx.x < s)
		out[threadIdx.x % n] = threadIdx.x; // twin-race: intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int half = atoi(argv[1]), most = atoi(argv[2]), *out;

	if (half < 1)
		return 1;
	cudaMalloc(&out, 1 << 20);
	counted<<<1, 256>>>(out, 2 * half, most); // launch: race-free; twin-launch: race
	for (int i = 0; i < most; i += STEP) {
		if (i == 2 * half)
			break;
		fold<<<1, 256>>>(out, 2 * half, i); // launch: race-free; twin-launch: race
	}
}
