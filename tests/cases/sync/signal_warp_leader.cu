// Lane 0 waits for its warp; __syncwarp tells the other lanes.
#include <cuda_runtime.h>

__global__ void pass(int *data, int *flag, int *out)
{
	int t = threadIdx.x;
	if (t < 32) {
		data[t] = t * 3; // twin-race: intra-block
		__syncwarp();
		if (t == 0) {
			__threadfence_block();
			atomicExch_block(flag, 1);
		}
	} else {
		if (t == 32) {
			while (atomicAdd_block(flag, 0) != 1)
				;
			__threadfence_block();
		}
		__syncwarp(); // twin:
		out[t] = data[63 - t]; // twin-race: intra-block
	}
}

void run(int *data, int *flag, int *out)
{
	pass<<<1, 64>>>(data, flag, out); // launch: race-free; twin-launch: race
}
