// A texture object's handle in a variable of the device; in the twin, of the memory that the kernel writes.
#include <cuda_runtime.h>

__constant__ cudaTextureObject_t in;

__global__ void shift(float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = tex1Dfetch<float>(in, i + 1); // twin-race: inter-block, intra-block, intra-warp
}

void run(int n)
{
	float *a, *b;
	cudaResourceDesc resource = {};
	cudaTextureDesc texture = {};
	cudaTextureObject_t handle;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = a; // twin: 	resource.res.linear.devPtr = b;
	cudaCreateTextureObject(&handle, &resource, &texture, NULL);
	cudaMemcpyToSymbol(in, &handle, sizeof(handle));
	shift<<<(n + 127) / 128, 128>>>(b, n); // launch: race-free; twin-launch: race
}
