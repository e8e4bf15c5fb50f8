// The load stands under a condition that no thread of the launch meets together with the outer one.
#include <cuda_runtime.h>

__global__ void pick(int *out, int n)
{
	__shared__ int s[256];
	int t = threadIdx.x, sum = 0;

	if (t < 1) {
		if (n > 32)
			sum += s[18]; // twin-race: intra-warp
	} else {
		s[t] = n; // twin-race: intra-warp
	}
	out[t] = sum;
}

int main()
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	pick<<<1, 32>>>(out, 7); // launch: race-free; twin-launch: race; twin: pick<<<1, 32>>>(out, 40);
}
