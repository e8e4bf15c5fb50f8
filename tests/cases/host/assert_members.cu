// Two conditions in one assert, the second loads a member that is loaded again for the launch.
#include <cassert>

struct Grid {
	float *data;
	int rows, cols, stride;
	void clear();
};

__global__ void clear_rows(float *m, int cols, int stride)
{
	int x = threadIdx.x;

	if (x < cols)
		m[blockIdx.x * stride + x] = blockIdx.x; // twin-race: inter-block
}

void Grid::clear()
{
	assert(cols > 0 && stride >= cols); // fact: assert; twin: 	assert(cols > 0 && stride > 0);
	clear_rows<<<64, 256>>>(data, cols, stride); // launch: race-free; twin-launch: race
}
