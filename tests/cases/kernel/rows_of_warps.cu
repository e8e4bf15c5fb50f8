// Each warp reads as far in its row as the launch says; the twin reads on in the row of the next warp.
#include <cuda_runtime.h>

__global__ void sums(float *out, int n)
{
	__shared__ float row[6][32];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	row[warp][lane] = lane; // twin-race: intra-block
	__syncwarp();
	float sum = 0;
	for (int j = 0; j < n; j++)
		sum += row[warp][lane + j]; // twin-race: intra-block; twin: 		sum += row[warp][lane + j + 13];
	out[threadIdx.x] = sum;
}

void run(float *out)
{
	sums<<<1, 128>>>(out, 1); // launch: race-free; twin-launch: race
}
