// Members that a constructor without arguments sets before main, beside arrays.
#include <cuda_runtime.h>

class parameters {
public:
	const unsigned strides[6] = { 0, 1, 3, 5, 6, 8 };
	const float sizes[2] = { 0.5f, 0.25f };
	const char *const names[2] = { "car", "bus" };
	const int points = 10; // twin: const int points = 0;
	const int features = 5;

	parameters() {}
};

static parameters settings;

__global__ void average(float *voxels, int points, int features)
{
	int v = blockIdx.x * blockDim.x + threadIdx.x;

	for (int f = 0; f < features; f++)
		voxels[v * points * features + f] = v; // twin-race: inter-block, intra-block, intra-warp
}

int main()
{
	float *voxels;

	cudaMalloc((void **)&voxels, 16 * 128 * 50 * sizeof(float));
	average<<<16, 128>>>(voxels, settings.points, settings.features); // launch: race-free; twin-launch: race
	return 0;
}
