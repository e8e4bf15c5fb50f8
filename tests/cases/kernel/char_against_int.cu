// Bytes and words of one buffer: thread t writes word t, or a byte of it.
#include <cuda_runtime.h>

__global__ void mixed(int *words, int n)
{
	char *bytes = (char *)words;
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < n) {
		words[t] = t; // twin-race: intra-warp
		bytes[4 * t + 3] = 1; // twin-race: intra-warp; twin: bytes[4 * (t ^ 1) + 3] = 1;
	}
}

void run(int *words, int n)
{
	mixed<<<(n + 127) / 128, 128>>>(words, n); // launch: race-free; twin-launch: race
}
