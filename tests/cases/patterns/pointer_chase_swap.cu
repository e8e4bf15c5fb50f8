// Work lists swap by pointers in shared memory; their exchange must be behind a barrier.
#include <cuda_runtime.h>

__global__ void waves(int *a, int *b, int steps)
{
	__shared__ int *cur, *next;
	int t = threadIdx.x;

	if (t == 0) {
		cur = a;
		next = b;
	}
	__syncthreads();
	for (int k = 0; k < steps; k++) {
		int v = cur[(t + 1) % 128];
		__syncthreads();
		next[t] = v + 1; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		if (t == 0) {
			int *x = cur;
			cur = next;
			next = x; // twin-race: intra-block,intra-warp
		}
		__syncthreads();
	}
}

void run(int *a, int *b, int steps)
{
	waves<<<1, 128>>>(a, b, steps); // launch: race-free; twin-launch: race
}
