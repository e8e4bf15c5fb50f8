// Sequence alignment, one anti-diagonal of tiles a launch: the tile count is bounded by the loop and the width.
#include <cuda_runtime.h>
#include <cstdlib>

#define TILE 16

__device__ int largest(int a, int b, int c)
{
	int k = a > b ? a : b;

	return k > c ? k : c;
}

__device__ void align(int *items, const int *ref, int cols, int penalty, int tile_x, int tile_y)
{
	__shared__ int score[TILE + 1][TILE + 1], cost[TILE][TILE];
	int tx = threadIdx.x;
	int base = cols * TILE * tile_y + TILE * tile_x;
	int inner = base + tx + cols + 1, north = base + tx + 1, west = base + cols;

	if (tx == 0)
		score[0][0] = items[base]; // twin-race: inter-block
	for (int ty = 0; ty < TILE; ty++)
		cost[ty][tx] = ref[inner + cols * ty];
	score[tx + 1][0] = items[west + cols * tx]; // twin-race: inter-block
	score[0][tx + 1] = items[north]; // twin-race: inter-block
	__syncthreads();
	for (int m = 0; m < TILE; m++) {
		if (tx <= m) {
			int x = tx + 1, y = m - tx + 1;

			score[y][x] = largest(score[y - 1][x - 1] + cost[y - 1][x - 1], score[y][x - 1] - penalty,
					      score[y - 1][x] - penalty);
		}
		__syncthreads();
	}
	for (int m = TILE - 2; m >= 0; m--) {
		if (tx <= m) {
			int x = tx + TILE - m, y = TILE - tx;

			score[y][x] = largest(score[y - 1][x - 1] + cost[y - 1][x - 1], score[y][x - 1] - penalty,
					      score[y - 1][x] - penalty);
		}
		__syncthreads();
	}
	for (int ty = 0; ty < TILE; ty++)
		items[inner + cols * ty] = score[ty + 1][tx + 1]; // twin-race: inter-block,intra-warp
}

__global__ void upper_left(int *items, const int *ref, int cols, int blk, int penalty)
{
	align(items, ref, cols, penalty, blockIdx.x, blk - 1 - blockIdx.x);
}

__global__ void lower_right(int *items, const int *ref, int width, int cols, int blk, int penalty)
{
	align(items, ref, cols, penalty, blockIdx.x + width - blk, width - blockIdx.x - 1);
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), cols = atoi(argv[2]), penalty = atoi(argv[3]);
	int *items, *ref;

	cudaMalloc(&items, rows * cols * sizeof(int));
	cudaMalloc(&ref, rows * cols * sizeof(int));
	const int width = (cols - 1) / TILE; // twin: const int width = atoi(argv[4]);

	for (int blk = 1; blk <= width; blk++) // fact: loop-bound
		upper_left<<<blk, TILE>>>(items, ref, cols, blk, penalty); // launch: race-free; twin-launch: race
	for (int blk = width - 1; blk >= 1; blk--)
		lower_right<<<blk, TILE>>>(items, ref, width, cols, blk, penalty); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
