// Columns of images for a library: no caller says that the four sizes that divide are not negative.
__global__ void columns(int n, int window, int batch, int channels, int height, int width, float *col)
{
	for (int t = blockIdx.x * blockDim.x + threadIdx.x; t < n; t += blockDim.x * gridDim.x) {
		int x = t % width, y = t / width % height;
		int channel = t / width / height % channels;
		int image = t / width / height / channels % batch;
		float *place = col + ((image * channels + channel) * window * height + y) * width + x; // twin: float *place = col + ((image * channels + channel) * window * height + y) + x;
		for (int i = 0; i < window; i++) {
			*place = t; // twin-race: inter-block, intra-block, intra-warp
			place += height * width;
		}
	}
}

void fill(int batch, int channels, int height, int width, int window, float *col)
{
	int n = batch * channels * height * width;
	columns<<<(n + 511) / 512, 512>>>(n, window, batch, channels, height, width, col); // launch: race-free; twin-launch: race
}
