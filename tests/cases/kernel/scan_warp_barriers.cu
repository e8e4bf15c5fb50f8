// Each warp scans a row of its own in shared memory, with barriers of the warp.
#include <cuda_runtime.h>

__global__ void keep(const int *in, int *out)
{
	__shared__ int sum[8][32];
	int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, i = blockIdx.x * 256 + threadIdx.x;
	int kept = in[i] > 0;

	sum[warp][lane] = kept;
	__syncwarp();
	for (int d = 1; d < 32; d *= 2) {
		int before = lane >= d ? sum[warp][lane - d] : 0; // twin-race: intra-warp
		__syncwarp(); // twin:
		sum[warp][lane] += before; // twin-race: intra-warp
		__syncwarp();
	}
	if (kept)
		out[i - lane + sum[warp][lane] - 1] = i;
}

void run(const int *in, int *out, int blocks)
{
	keep<<<blocks, 256>>>(in, out); // launch: race-free; twin-launch: race
}
