// Columns of a volume: one for each place of a window, whose size is 1, 3, ... 9. The size is a
// factor, and bounds three loops.
__global__ void columns(long long n, int size, int depth, int height, int width, float *col)
{
	for (long long t = blockIdx.x * blockDim.x + threadIdx.x; t < n; t += blockDim.x * gridDim.x) {
		int x = t % width, y = t / width % height;
		long long rest = t / width / height;
		int z = rest % depth, channel = rest / depth;
		float *place = col + ((channel * size * size * size * depth + z) * height + y) * width + x;
		for (int i = 0; i < size; i++)
			for (int j = 0; j < size; j++)
				for (int k = 0; k < size; k++) {
					*place = t; // twin-race: inter-block, intra-block, intra-warp
					place += depth * height * width; // twin: place += 1;
				}
	}
}

int main(void)
{
	float *col;
	int channels = 4, depth = 3, height = 25, width = 25;
	for (int size = 1; size <= 9; size += 2) {
		long long n = (long long)channels * depth * height * width;
		cudaMalloc(&col, sizeof(float) * n * size * size * size);
		columns<<<(n + 255) / 256, 256>>>(n, size, depth, height, width, col); // launch: race-free; twin-launch: race
		cudaFree(col);
	}
	return 0;
}
