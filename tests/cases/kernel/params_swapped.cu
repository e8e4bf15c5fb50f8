// Structures that a kernel is given by value and exchanges after each round: what lies in them is followed as in variables of its own.
// In the twin both are one from the second round on.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

struct field {
	float *p;
	int w;
};

__global__ void relax(field a, field b, int rounds)
{
	auto grid = cooperative_groups::this_grid();
	for (int r = 0; r < rounds; r++) {
		int i = blockIdx.x * blockDim.x + threadIdx.x;
		int y = 1 + i / a.w, x = 1 + i % a.w;
		if (y < a.w - 1 && x < a.w - 1)
			b.p[y * b.w + x] = a.p[y * a.w + x - 1] + a.p[(y - 1) * a.w + x]; // twin-race: inter-block, intra-block, intra-warp
		grid.sync();
		field t = a;
		a = b;
		b = t; // twin: 		b = a;
	}
}

int main()
{
	field a{ nullptr, 64 }, b{ nullptr, 64 };
	int rounds = 10;
	cudaMalloc(&a.p, 64 * 64 * sizeof(float));
	cudaMalloc(&b.p, 64 * 64 * sizeof(float));
	void *args[] = { &a, &b, &rounds };
	cudaLaunchCooperativeKernel((void *)relax, dim3(16), dim3(256), args, 0, nullptr); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
