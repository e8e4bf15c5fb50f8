// A loop over the grid whose stride, 29184 * 256, is a large even constant added without sign: planes
// of images are taken eight at a time, rows and columns put together from the counter.
__global__ void resize(float *output, size_t size, int height, int width)
{
	auto plane = height * width;
	auto planes = size / plane;
	auto rounds = planes / 8 * plane;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rounds; i += blockDim.x * gridDim.x) {
		const int first = i / plane * 8;
		const int y = i % plane / width;
		const int x = i % width;
		int at = first * plane + y * width + x; // twin: 		int at = first * plane + y * width ;
		for (int k = 0; k < 8; k++) {
			output[at] = i; // twin-race: inter-block, intra-warp, intra-block
			at += plane;
		}
	}
}

void run(int width, int height, int count)
{
	size_t size = count * ((size_t)width * height);
	float *output;
	cudaMalloc(&output, size * sizeof(float));
	resize<<<29184, 256>>>(output, size, height, width); // launch: race-free; twin-launch: race
}
