// Convolution over channels: one halo tile in shared memory, filled anew for each channel.
#include <cuda_runtime.h>

#define R 1
#define BX 16
#define BY 8

__constant__ float weight[64 * 9];

__global__ void conv3x3(const float *in, float *out, int w, int h, int channels)
{
	__shared__ float tile[BY + 2 * R][BX + 2 * R];
	int x = blockIdx.x * BX + threadIdx.x, y = blockIdx.y * BY + threadIdx.y;
	float sum = 0;

	for (int c = 0; c < channels; c++) {
		for (int i = threadIdx.y * BX + threadIdx.x; i < (BY + 2 * R) * (BX + 2 * R); i += BX * BY) {
			int ty = i / (BX + 2 * R), tx = i % (BX + 2 * R);
			int gx = blockIdx.x * BX + tx - R, gy = blockIdx.y * BY + ty - R;
			tile[ty][tx] = gx >= 0 && gx < w && gy >= 0 && gy < h ? in[(c * h + gy) * w + gx] : 0.0f; // twin-race: intra-block,intra-warp
		}
		__syncthreads();
		for (int dy = 0; dy < 3; dy++)
			for (int dx = 0; dx < 3; dx++)
				sum += weight[c * 9 + dy * 3 + dx] * tile[threadIdx.y + dy][threadIdx.x + dx]; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	if (x < w && y < h)
		out[y * w + x] = sum;
}

void convolve(const float *in, float *out, int w, int h, int channels)
{
	dim3 block(BX, BY), grid((w + BX - 1) / BX, (h + BY - 1) / BY);
	conv3x3<<<grid, block>>>(in, out, w, h, channels); // launch: race-free; twin-launch: race
}
