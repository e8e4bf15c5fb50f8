// No launch in sight: the block and grid size come from the command line.
// flags: --block-dim=64 --grid-dim=16
// twin-flags: --block-dim=65 --grid-dim=16
#include <cuda_runtime.h>

__global__ void fill(float *out) // kernel: race-free; twin-kernel: race
{
	out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}
