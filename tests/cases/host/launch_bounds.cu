// No launch in sight: __launch_bounds__ limits the block.
// flags: --assume='gridDim.y == 1 && gridDim.z == 1 && blockDim.y == 1 && blockDim.z == 1'
#include <cuda_runtime.h>

__global__ void __launch_bounds__(128) fill(float *out) // kernel: race-free; twin-kernel: race; twin: __global__ void __launch_bounds__(256) fill(float *out)
{
	out[blockIdx.x * 128 + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}
