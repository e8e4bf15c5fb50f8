// A surface is read and written through two objects of one array: each thread its own element, in
// the twin its left neighbour's.
#include <cuda_runtime.h>

__global__ void smooth(cudaSurfaceObject_t to, cudaSurfaceObject_t from)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	float value = surf2Dread<float>(from, x * 4, y); // twin-race: inter-block,intra-block,intra-warp; twin: float value = surf2Dread<float>(from, x * 4 - 4, y);

	surf2Dwrite(0.5f * value, to, x * 4, y); // twin-race: inter-block,intra-block,intra-warp
}

void run(int width, int height)
{
	cudaArray_t array;
	cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
	cudaResourceDesc resource = {};
	cudaSurfaceObject_t to, from;

	cudaMallocArray(&array, &channel, width, height, cudaArraySurfaceLoadStore);
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = array;
	cudaCreateSurfaceObject(&to, &resource);
	cudaCreateSurfaceObject(&from, &resource);
	smooth<<<dim3(width / 128, height), 128>>>(to, from); // launch: race-free; twin-launch: race
}
