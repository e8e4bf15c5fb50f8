// A loop that ends when no thread of the block has anything left; the vote is its only barrier beside one more.
#include <cuda_runtime.h>

__global__ void settle(int *grid, int width)
{
	__shared__ int s[130];
	int t = threadIdx.x;
	int *row = grid + blockIdx.x * width;
	int again;

	s[t + 1] = row[t];
	if (t == 0)
		s[0] = s[129] = 0;
	__syncthreads();
	do {
		int m = max(s[t], max(s[t + 1], s[t + 2])); // twin-race: intra-block,intra-warp
		again = __syncthreads_or(m != s[t + 1]); // twin: 		again = __any_sync(0xffffffff, m != s[t + 1]);
		s[t + 1] = m; // twin-race: intra-block,intra-warp
		__syncthreads();
	} while (again);
	row[t] = s[t + 1];
}

void run(int *grid, int width, int rows)
{
	settle<<<rows, 128>>>(grid, 128); // launch: race-free; twin-launch: race
}
