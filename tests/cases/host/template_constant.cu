// Block size and row length from template arguments; two instances, one too narrow in the twin.
#include <cuda_runtime.h>

template <int Block, int Stride>
__global__ void fill(float *out)
{
	out[blockIdx.x * Stride + threadIdx.x] = threadIdx.x + blockIdx.x; // twin-race: inter-block
}

template <int Block, int Stride>
static void launch(float *out, int rows)
{
	fill<Block, Stride><<<rows, Block>>>(out); // launch: race-free; twin-launch: race,race-free
}

void run(float *out, int rows, int block)
{
	if (block == 64)
		launch<64, 64>(out, rows);
	else
		launch<128, 128>(out, rows); // twin: launch<128, 96>(out, rows);
}
