// One time step into another array; in place, the neighbours are old or new by chance.
#include <cuda_runtime.h>

__global__ void step(float *next, const float *cur, int w, int h, float k)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x > 0 && x < w - 1 && y > 0 && y < h - 1) {
		int i = y * w + x;
		next[i] = cur[i] + k * (cur[i - 1] + cur[i + 1] + cur[i - w] + cur[i + w] - 4 * cur[i]); // twin-race: inter-block,intra-block,intra-warp
	}
}

int main()
{
	int w = 1024, h = 768;
	float *a, *b;
	cudaMalloc(&a, sizeof(float) * w * h);
	cudaMalloc(&b, sizeof(float) * w * h);
	cudaMemset(a, 0, sizeof(float) * w * h);
	dim3 block(32, 8), grid((w + 31) / 32, (h + 7) / 8);
	for (int t = 0; t < 100; t++) {
		step<<<grid, block>>>(b, a, w, h, 0.1f); // launch: race-free; twin-launch: race; twin: 		step<<<grid, block>>>(a, a, w, h, 0.1f); // twin-launch: race
		float *s = a;
		a = b;
		b = s;
	}
	cudaDeviceSynchronize();
}
