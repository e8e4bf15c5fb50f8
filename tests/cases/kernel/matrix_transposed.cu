// movmatrix hands the halves of a matrix round a warp in registers; memory is not ordered by it.
#include <cuda_runtime.h>

__device__ unsigned transposed(unsigned x)
{
	unsigned y;
	asm("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
	return y;
}

__global__ void turn(const unsigned *in, unsigned *out)
{
	__shared__ unsigned tile[4][32];
	int lane = threadIdx.x, warp = threadIdx.y;

	tile[warp][lane] = transposed(in[(blockIdx.x * 4 + warp) * 32 + lane]); // twin-race: intra-warp
	__syncwarp(); // twin:
	out[(blockIdx.x * 4 + warp) * 32 + lane] = tile[warp][lane ^ 1]; // twin-race: intra-warp
}

void run(const unsigned *in, unsigned *out, int tiles)
{
	turn<<<tiles, dim3(32, 4)>>>(in, out); // launch: race-free; twin-launch: race
}
