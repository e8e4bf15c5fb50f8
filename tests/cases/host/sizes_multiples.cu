#include <vector>

// Sizes from a list, all multiples of a block's tile, in which warps have their own; in the twin one size is none, and the last block of a row reaches into the next one.
__global__ void tiles(int N, float *C)
{
	unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	C += (blockIdx.y * 128 + warp / 2 * 64) * N + blockIdx.x * 128 + warp % 2 * 64;
	for (unsigned row = 0; row < 8; row++)
		C[(lane / 4 * 8 + row) * N + lane % 4 * 16] += blockIdx.x; // twin-race: inter-block
}

int main()
{
	std::vector<int> sizes = { 128, 256, 512, 1024 }; // twin: 	std::vector<int> sizes = { 128, 160, 512, 1024 };
	long most = sizes[sizes.size() - 1];
	float *C;
	cudaMalloc(&C, sizeof(float) * most * most);
	for (int size : sizes) {
		long n = size;
		int N = n;
		dim3 grid((N + 127) / 128, (N + 127) / 128);
		tiles<<<grid, 128>>>(N, C); // launch: race-free; twin-launch: race
	}
}
