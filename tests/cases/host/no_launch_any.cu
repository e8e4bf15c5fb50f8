// No launch in sight and nothing said: a full linear index is safe, one that forgets y and z is not.
// twin-flags: -- -DFORGET
#include <cuda_runtime.h>

__global__ void fill(float *out, float v) // kernel: race-free; twin-kernel: race
{
	unsigned int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
	unsigned int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
	unsigned int size = blockDim.x * blockDim.y * blockDim.z;

#ifdef FORGET
	thread = threadIdx.x;
#endif
	out[block * size + thread] = v * (block + threadIdx.y + threadIdx.z); // twin-race: intra-block,intra-warp
}
