// Different fields of one struct are different bytes.
#include <cuda_runtime.h>

struct cell {
	float a;
	short b, c;
};

__global__ void fields(struct cell *cells, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t + 1 < n) {
		cells[t].b = t; // twin-race: inter-block,intra-block,intra-warp
		cells[t + 1].c = 2 * t; // twin-race: inter-block,intra-block,intra-warp; twin: cells[t + 1].b = 2 * t;
	}
}

void run(struct cell *cells, int n)
{
	fields<<<(n + 127) / 128, 128>>>(cells, n); // launch: race-free; twin-launch: race
}
