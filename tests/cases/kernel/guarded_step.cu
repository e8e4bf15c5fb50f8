// A pointer that moves on only where a thread is active, and the place it had before.
#include <cuda_runtime.h>

__global__ void planes(float *out, int nx, int ny, int nz)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;
	bool active = x < nx && y < ny; // twin: bool active = x <= nx && y < ny;
	int at = x + y * nx, before = 0;
	for (int z = 0; z < nz; z++) {
		if (active) {
			before = at;
			at += nx * ny;
			if (z > 2)
				out[before] = 1.0f * x; // twin-race: inter-block, intra-block
		}
		__syncthreads();
	}
}

void run(float *out, int nx, int ny, int nz)
{
	dim3 block(32, 8), grid((nx + 31) / 32, (ny + 7) / 8);
	planes<<<grid, block>>>(out, nx, ny, nz); // launch: race-free; twin-launch: race
}
