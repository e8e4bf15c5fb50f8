// Digits that are subtracted before the next division, sums of neighbouring digits, and every other place of a row: sizes of unknown sign.
#include <cstdlib>

__global__ void masked(int n, int m, int batch, int *out)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < batch * n * m; i += blockDim.x * gridDim.x) {
		int k = i % m, j = (i - k) / m % n, q = (i - m * j - k) / (n * m);
		out[n * m * q + m * j + k] = i;
	}
}

__global__ void masked_by_half(int n, int m, int batch, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < batch * n * m) {
		int k = i % m, j = (i - k) / m % n, q = (i - m * j - k) / (n * m * 2);
		out[n * m * q + m * j + k] = i; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
	}
}

__global__ void halved(int n, int groups, int taps, int channels, int height, int width, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		int x = i % width, y = i / width % height, c = i / width / height % channels, b = i / width / height / channels;
		int group = c / (2 * taps), tap = c - group * 2 * taps;
		if (tap % 2 == 0) // twin: 		if (tap % 4 < 2)
			out[(((b * groups + group) * taps + tap / 2) * height + y) * width + x] = i; // twin-race: inter-block,intra-block,intra-warp
	}
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = atoi(argv[2]), batch = atoi(argv[3]), groups = atoi(argv[4]), taps = atoi(argv[5]);
	int all = batch * n * m * 2 * taps * groups;
	int *out;
	cudaMalloc(&out, sizeof(int) * all);
	masked<<<n * m, 256>>>(n, m, batch, out); // launch: race-free; twin-launch: race-free
	masked_by_half<<<batch * n * m, 256>>>(n, m, batch, out); // launch: race; twin-launch: race
	halved<<<(all + 255) / 256, 256>>>(all, groups, taps, 2 * taps * groups, n, m, out); // launch: race-free; twin-launch: race
}
