// Two rows a block; a loop that fills registers comes before the barrier, and ends in every thread.
#include <cuda_runtime.h>

__global__ void centre(const float *in, float *out, int rows)
{
	__shared__ float sums[4];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	for (int row = blockIdx.x * 2 + warp / 2; row < rows; row += gridDim.x * 2) {
		float part[16], sum = 0;
		for (int i = 0; i < 16; i++) {
			part[i] = in[row * 1024 + i * 64 + warp % 2 * 32 + lane];
			sum += part[i];
		}
		__syncthreads(); // twin-finding: barrier-divergence
		if (lane == 0)
			sums[warp] = sum;
		__syncthreads(); // twin-finding: barrier-divergence
		float mean = (sums[warp & 2] + sums[warp | 1]) / 1024;
		for (int i = 0; i < 16; i++)
			out[row * 1024 + i * 64 + warp % 2 * 32 + lane] = part[i] - mean;
	}
}

int main()
{
	const int rows = 4096; // twin: const int rows = 4095;
	float *in, *out;
	cudaMalloc(&in, 4096 * 1024 * sizeof(float));
	cudaMalloc(&out, 4096 * 1024 * sizeof(float));
	centre<<<2048, 128>>>(in, out, rows); // launch: race-free; twin-launch: undecided
}
