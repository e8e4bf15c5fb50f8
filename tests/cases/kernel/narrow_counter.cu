// A counter of 16 bits that steps by the block's width, below a bound that a further step does not take it over.
#include <cuda_runtime.h>

__global__ void blur(const unsigned char *in, unsigned char *out, short width, short pitch)
{
	extern __shared__ unsigned char row[];
	int start = threadIdx.y * pitch;

	for (short i = threadIdx.x; i < width; i += blockDim.x)
		row[start + i] = in[(blockIdx.x * blockDim.y + threadIdx.y) * width + i]; // twin-race: intra-block,intra-warp
	__syncthreads();
	for (unsigned char i = threadIdx.x; i < 120; i += 16)
		out[((blockIdx.x * 4 + threadIdx.y) * 120) + i] = row[start + i];
}

int main()
{
	unsigned char *in, *out;

	cudaMalloc(&in, 64 * 4 * 120);
	cudaMalloc(&out, 64 * 4 * 120);
	blur<<<64, dim3(16, 4), 4 * 128>>>(in, out, 120, 128); // launch: race-free; twin-launch: race; twin: blur<<<64, dim3(16, 4), 4 * 128>>>(in, out, 120, 112);
	cudaDeviceSynchronize();
}
