// Channels in groups: the kernel multiplies what the host has divided, which leaves nothing by its guard. How the sign of the
// divisor is, and how large the channels are, is open; as powers of two they have bounds.
#include <cstdlib>

__global__ void shuffle(int groups, int size, int area, float *out)
{
	int all = groups * size, at = blockIdx.x * 256 + threadIdx.x;
	if (at < area)
		out[(blockIdx.y * all + blockIdx.z) * area + at] = blockIdx.z; // twin-race: inter-block
}

static void run(float *out, int images, int channels, int groups, int count)
{
	if (channels % groups != 0) // twin: 	if (groups <= 0 || groups > 100)
		return;
	int area = count / (images * channels);
	shuffle<<<dim3((area + 255) / 256, images, channels), 256>>>(groups, channels / groups, area, out); // launch: race-free; twin-launch: race
}

int main(int argc, char **argv)
{
	int groups = atoi(argv[1]), width = atoi(argv[2]), height = atoi(argv[3]);
	for (int images = 1; images <= 64; images *= 4) {
		for (int channels = 32; channels <= 512; channels *= 4) {
			float *out;
			int count = images * channels * width * height;
			cudaMalloc(&out, count * sizeof(float));
			run(out, images, channels, groups, count);
			cudaFree(out);
		}
	}
}
