// Three-dimensional blocks: a plane is filled by one layer of threads and read by all.
#include <cuda_runtime.h>

__global__ void planes(const float *in, float *out, int depth)
{
	__shared__ float s[8][8];
	int x = threadIdx.x, y = threadIdx.y, z = threadIdx.z;
	float sum = 0;

	for (int k = 0; k < depth; k++) {
		if (z == 0)
			s[y][x] = in[(k * 8 + y) * 8 + x]; // twin-race: intra-block,intra-warp
		__syncthreads();
		sum += s[x][y] * (z + 1); // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
	}
	out[((blockIdx.x * 4 + z) * 8 + y) * 8 + x] = sum;
}

void run(const float *in, float *out, int depth, int blocks)
{
	planes<<<blocks, dim3(8, 8, 4)>>>(in, out, depth); // launch: race-free; twin-launch: race
}
