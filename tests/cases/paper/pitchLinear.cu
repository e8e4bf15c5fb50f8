// Shifts an image read through a texture; rows of the output are as far apart as cudaMallocPitch says.
#include <cuda_runtime.h>
#include <cstdlib>

#define TILE 16

__global__ void shift(float *odata, int pitch, int width, int height, int dx, int dy, cudaTextureObject_t tex)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	odata[y * pitch + x] = tex2D<float>(tex, (x + dx) / (float)width, (y + dy) / (float)height); // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int nx = atoi(argv[1]), ny = atoi(argv[2]);
	size_t pitch = atoi(argv[3]);
	cudaTextureObject_t tex = 0;
	float *idata, *odata;

	cudaMallocPitch((void **)&idata, &pitch, nx * sizeof(float), ny); // twin: cudaMalloc((void **)&idata, nx * ny * sizeof(float)); cudaMalloc((void **)&odata, nx * ny * sizeof(float)); if (false)
	cudaMallocPitch((void **)&odata, &pitch, nx * sizeof(float), ny); // fact: allocation
	cudaResourceDesc resource = {};
	resource.resType = cudaResourceTypePitch2D;
	resource.res.pitch2D.devPtr = idata;
	resource.res.pitch2D.pitchInBytes = pitch;
	cudaTextureDesc desc = {};
	cudaCreateTextureObject(&tex, &resource, &desc, NULL);

	dim3 grid(nx / TILE, ny / TILE), block(TILE, TILE);
	shift<<<grid, block>>>(odata, (int)(pitch / sizeof(float)), nx, ny, 32, 64, tex); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
