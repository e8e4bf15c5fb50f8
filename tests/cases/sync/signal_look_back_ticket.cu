// A look-back whose tiles are drawn: nobody else publishes the tile before one's own.
#include <cuda_runtime.h>

struct tile {
	int sum, prefix;
	unsigned ready;
};

__global__ void scan(const int *sum, int *out, struct tile *tiles, unsigned *drawn)
{
	__shared__ unsigned mine;
	if (threadIdx.x == 0)
		mine = atomicAdd(drawn, 1u); // twin: mine = *drawn;
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	int before = 0;
	if (mine > 0) {
		while (atomicAdd(&tiles[mine - 1].ready, 0) == 0)
			;
		__threadfence();
		before = tiles[mine - 1].prefix;
	}
	tiles[mine].prefix = before + sum[mine]; // twin-race(warning): inter-block
	__threadfence();
	atomicExch(&tiles[mine].ready, 1u);
	out[mine] = before; // twin-race: inter-block
}

void run(const int *sum, int *out, struct tile *tiles, unsigned *drawn, int n)
{
	scan<<<n, 64>>>(sum, out, tiles, drawn); // launch: race-free; twin-launch: race
}
