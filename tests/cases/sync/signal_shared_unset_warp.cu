// A flag of each warp in shared memory that one of its lanes sets to 0 before a barrier of the warp. In the twin a lane of another warp does,
// which that barrier does not wait for.
#include <cuda_runtime.h>

__global__ void hand_over(int *out)
{
	__shared__ volatile int flag[4];
	__shared__ int data[4];
	int t = threadIdx.x, warp = t / 32, lane = t % 32;
	if (lane == 5)
		flag[warp] = 0; // twin-race: intra-block; twin: flag[(warp + 1) % 4] = 0;
	__syncwarp();
	if (lane == 0) {
		data[warp] = 42; // twin-race: intra-warp
		__threadfence_block();
		flag[warp] = 1; // twin-race: intra-block
	} else if (lane == 1) {
		while (flag[warp] == 0)
			;
		__threadfence_block();
		out[blockIdx.x * 4 + warp] = data[warp]; // twin-race: intra-warp
	}
}

void run(int *out)
{
	hand_over<<<10, 128>>>(out); // launch: race-free; twin-launch: race
}
