// A texture of linear memory: the kernel fetches what no thread writes; in the twin, what it writes.
#include <cuda_runtime.h>

__global__ void shift(float *out, cudaTextureObject_t in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i] = tex1Dfetch<float>(in, i + 1); // twin-race: inter-block,intra-block,intra-warp
}

void run(int n)
{
	float *a, *b;
	cudaResourceDesc resource = {};
	cudaTextureDesc texture = {};
	cudaTextureObject_t in;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = a;
	resource.res.linear.desc = cudaCreateChannelDesc<float>();
	resource.res.linear.sizeInBytes = n * sizeof(float);
	texture.readMode = cudaReadModeElementType;
	cudaCreateTextureObject(&in, &resource, &texture, NULL);
	shift<<<n / 256, 256>>>(b, in); // launch: race-free; twin-launch: race; twin: shift<<<n / 256, 256>>>(a, in);
}
