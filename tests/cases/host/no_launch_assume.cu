// No launch in sight: any size the hardware allows, under a relation from the command line.
// flags: --assume='pitch >= blockDim.x' --assume='gridDim.y == 1 && gridDim.z == 1 && blockDim.y == 1 && blockDim.z == 1'
// twin-flags: --assume='gridDim.y == 1 && gridDim.z == 1 && blockDim.y == 1 && blockDim.z == 1'
#include <cuda_runtime.h>

__global__ void fill(float *out, int pitch) // kernel: race-free; twin-kernel: race
{
	out[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}
