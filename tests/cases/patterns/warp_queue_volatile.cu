// A queue of each warp in shared memory: volatile alone does not order the lanes.
#include <cuda_runtime.h>

__global__ void visit(const int *in, int *out, int n)
{
	__shared__ volatile int queue[8][32];
	int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
	int i = blockIdx.x * 256 + threadIdx.x;

	queue[warp][lane] = i < n ? in[i] : 0; // twin-race: intra-warp
	__syncwarp(); // twin:
	int next = queue[warp][(lane + 1) & 31]; // twin-race: intra-warp
	if (i < n)
		out[i] = next;
}

void run(const int *in, int *out, int n)
{
	visit<<<(n + 255) / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race
}
