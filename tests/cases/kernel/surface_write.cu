// Every thread writes its own element of a surface, which is not the array behind the texture.
#include <cuda_runtime.h>

__global__ void brighten(cudaSurfaceObject_t to, cudaTextureObject_t from, int width, int height)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= width || y >= height)
		return;
	float value = tex2D<float>(from, x + 0.5f, y + 0.5f);
	surf2Dwrite(value + 1.0f, to, x * sizeof(float), y); // twin-race: inter-block,intra-warp; twin: surf2Dwrite(value + 1.0f, to, x * 2, y);
}

int main()
{
	int width = 640, height = 480;
	cudaArray_t first, second;
	cudaChannelFormatDesc channel = cudaCreateChannelDesc<float>();
	cudaResourceDesc resource = {};
	cudaTextureDesc texture = {};
	cudaSurfaceObject_t to;
	cudaTextureObject_t from;

	cudaMallocArray(&first, &channel, width, height, cudaArraySurfaceLoadStore);
	cudaMallocArray(&second, &channel, width, height);
	resource.resType = cudaResourceTypeArray;
	resource.res.array.array = first;
	cudaCreateSurfaceObject(&to, &resource);
	resource.res.array.array = second;
	cudaCreateTextureObject(&from, &resource, &texture, NULL);
	brighten<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(to, from, width, height); // launch: race-free; twin-launch: race
	return 0;
}
