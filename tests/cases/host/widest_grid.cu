// The widest grid is the same on every device, so tiles fit into one row of blocks, as CUB lays them out.
#include <cuda_runtime.h>

__global__ void total(int *out, int tiles)
{
	int tile = blockIdx.x * gridDim.y + blockIdx.y;

	if (tile >= tiles - 1 && threadIdx.x == 0)
		*out = tile; // twin-race: inter-block
}

int run(int *out, int n, int device)
{
	int most;
	if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxGridDimX, device)) // twin: 	if (cudaDeviceGetAttribute(&most, cudaDevAttrMaxGridDimY, device))
		return 1;
	int tiles = (n + 127) / 128;
	dim3 grid;
	grid.z = 1;
	grid.y = ((unsigned)tiles + most - 1) / most;
	grid.x = tiles < most ? tiles : most;
	total<<<grid, 128>>>(out, tiles); // launch: race-free; twin-launch: race
	return 0;
}
