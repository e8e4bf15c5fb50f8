#include <cuda_runtime.h>
#include <stdio.h>

/* As guard_returned.cu, with the answer kept and denied. */
#define TRY(call)                                                                          \
	do {                                                                               \
		cudaError_t error = (call);                                                \
		if (error != cudaSuccess) {                                                \
			fprintf(stderr, "%s\n", cudaGetErrorString(error));                \
			return false;                                                      \
		}                                                                          \
	} while (0)

__global__ void sharpen(const float *in, float *out, int width, int height, int pitch)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x >= width || y >= height)
		return;
	int right = min(x + 1, width - 1);
	out[y * pitch + x] = 2 * in[y * pitch + x] - in[y * pitch + right]; // twin-race: inter-block, intra-block
}

struct image {
	int width = 0, height = 0, pitch = 0;
	float *in = nullptr, *out = nullptr;

	bool load(const char *name)
	{
		FILE *file = fopen(name, "r");
		if (fscanf(file, "%d %d %d", &width, &height, &pitch) != 3)
			return false;
		if (width <= 0 || height <= 0 || pitch < width) // fact: guard; twin: if (width <= 0 || height <= 0 || pitch <= 0)
			return false;
		TRY(cudaMalloc(&in, sizeof(float) * pitch * height));
		TRY(cudaMalloc(&out, sizeof(float) * pitch * height));
		return true;
	}

	bool run()
	{
		dim3 block(32, 8), grid((width + 31) / 32, (height + 7) / 8);
		for (int i = 0; i < 4; i++) {
			sharpen<<<grid, block>>>(in, out, width, height, pitch); // launch: race-free; twin-launch: race
			TRY(cudaGetLastError());
			float *other = in;
			in = out;
			out = other;
		}
		return cudaDeviceSynchronize() == cudaSuccess;
	}
};

int main(int argc, char **argv)
{
	image image;
	bool failed = argc < 2 || !image.load(argv[1]);
	if (failed)
		return 1;
	return image.run() ? 0 : 1;
}
