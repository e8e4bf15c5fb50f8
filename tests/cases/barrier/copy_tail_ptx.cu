// Three stages: how many groups a round's wait may leave pending is how many tiles are left. In the twin it is one more.
#include <cuda_runtime.h>

__device__ void copy(float *to, const float *from)
{
	unsigned at = (unsigned)__cvta_generic_to_shared(to);
	asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(at), "l"(from) : "memory"); // twin-race: intra-block
	asm volatile("cp.async.commit_group;" ::: "memory");
}

__global__ void sums(float *out, const float *in, int tiles)
{
	__shared__ float s[3][128];
	int t = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < 3; i++)
		if (i < tiles)
			copy(&s[i][t], in + i * 128 + t);
	for (int k = 0; k < tiles; k++) {
		int left = tiles - k - 1; // twin: 		int left = tiles - k;
		if (left >= 2)
			asm volatile("cp.async.wait_group 2;" ::: "memory");
		else if (left == 1)
			asm volatile("cp.async.wait_group 1;" ::: "memory");
		else
			asm volatile("cp.async.wait_all;" ::: "memory");
		__syncthreads();
		sum += s[k % 3][127 - t]; // twin-race: intra-block
		__syncthreads();
		if (k + 3 < tiles)
			copy(&s[k % 3][t], in + (k + 3) * 128 + t);
	}
	out[blockIdx.x * 128 + t] = sum;
}

void run(float *out, const float *in, int tiles)
{
	sums<<<8, 128>>>(out, in, tiles); // launch: race-free; twin-launch: race
}
