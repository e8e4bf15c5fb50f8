// A producer warp hands a tile to the others of the block through a volatile flag and fences.
#include <cuda_runtime.h>

__global__ void handover(const int *in, int *out)
{
	__shared__ int tile[32];
	__shared__ volatile int ready;
	int t = threadIdx.x;

	if (t == 0)
		ready = 0;
	__syncthreads();
	if (t < 32) {
		tile[t] = in[t]; // twin-race: intra-block
		__threadfence_block();
		__syncwarp(); // twin:
		if (t == 0)
			ready = 1;
	} else {
		while (!ready)
			;
		__threadfence_block();
		out[t - 32] = tile[t & 31]; // twin-race: intra-block
	}
}

void run(const int *in, int *out)
{
	handover<<<1, 64>>>(in, out); // launch: race-free; twin-launch: race
}
