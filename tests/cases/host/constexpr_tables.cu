// Sizes out of tables that are constexpr at namespace scope, of a class and in a function. In the twin one entry is larger than its pitch.
#include <array>
#include <cuda_runtime.h>

__global__ void wrap(const float *in, float *out, int n, int pitch)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[i % pitch] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

struct shape {
	int n, pitch;
};

constexpr shape shapes[3] = { { 100, 100 }, { 200, 256 }, { 300, 300 } }; // twin: constexpr shape shapes[3] = { { 100, 100 }, { 200, 16 }, { 300, 300 } };

struct sizes {
	static constexpr int of[4] = { 64, 128, 256, 512 };
};

inline constexpr std::array<int, 3> lengths = { 10, 20, 30 };

int main(int argc, char **argv)
{
	float *in, *out;
	cudaMalloc(&in, 4096);
	cudaMalloc(&out, 4096);
	for (int k = 0; k < 3; k++)
		wrap<<<(shapes[k].n + 63) / 64, 64>>>(in, out, shapes[k].n, shapes[k].pitch); // launch: race-free; twin-launch: race
	for (int k = 0; k < 4; k++)
		wrap<<<8, 64>>>(in, out, sizes::of[k] - 1, sizes::of[k]); // launch: race-free; twin-launch: race-free
	for (int n : lengths)
		wrap<<<1, 64>>>(in, out, n, 32); // launch: race-free; twin-launch: race-free
	wrap<<<8, 64>>>(in, out, lengths[argc % 3], 30); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
