// Lanes turned by one number, the same for all: remainders of one dividend each that are equal make the lanes so.
#include <cuda_runtime.h>

__global__ void deal(const float *in, float *out, unsigned turn)
{
	extern __shared__ float tiles[];
	unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	float *tile = tiles + warp / 2 * 128 * 32 + warp % 2 * 64;

	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 4; j++)
			for (unsigned k = 0; k < 8; k++) {
				unsigned e = 32 * k + (lane + turn) % 32; // twin: unsigned e = 32 * k + lane * turn % 32;
				tile[i * 2048 + j * 16 + e / 16 * 128 + e % 16] = in[threadIdx.x]; // twin-race: intra-warp
			}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = tiles[threadIdx.x];
}

int main(int argc, char **argv)
{
	float *in, *out;

	cudaMalloc(&in, 256 * sizeof(float));
	cudaMalloc(&out, 20 * 256 * sizeof(float));
	deal<<<20, 256, 4 * 128 * 32 * sizeof(float)>>>(in, out, argc); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
