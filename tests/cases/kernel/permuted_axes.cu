// Images turned from planes of channels to channels side by side, of sizes that the user gives.
#include <cstdlib>

__global__ void turn(const float *in, float *out, int n, int channels, int height, int width)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	int x = t % width, y = t / width % height, channel = t / width / height % channels, image = t / width / height / channels;
	out[((image * height + y) * width + x) * channels + channel] = in[t]; // twin-race: inter-block, intra-block, intra-warp; twin: out[((image * height + y) * height + x) * channels + channel] = in[t];
}

int main(int argc, char **argv)
{
	int images = atoi(argv[1]), channels = atoi(argv[2]), height = atoi(argv[3]), width = atoi(argv[4]);
	int n = images * channels * height * width;
	float *in, *out;
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	turn<<<(n + 255) / 256, 256>>>(in, out, n, channels, height, width); // launch: race-free; twin-launch: race
	return 0;
}
