// A texture object in a struct that is passed by value; in the twin, of the memory that the kernel writes.
#include <cuda_runtime.h>

struct view {
	cudaTextureObject_t in;
	int n;
};

__global__ void shift(view v, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < v.n)
		out[i] = tex1Dfetch<float>(v.in, i + 1); // twin-race: inter-block, intra-block, intra-warp
}

void run(int n)
{
	float *a, *b;
	cudaResourceDesc resource = {};
	cudaTextureDesc texture = {};
	view v;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	resource.resType = cudaResourceTypeLinear;
	resource.res.linear.devPtr = a; // twin: resource.res.linear.devPtr = b;
	cudaCreateTextureObject(&v.in, &resource, &texture, NULL);
	v.n = n;
	shift<<<(n + 127) / 128, 128>>>(v, b); // launch: race-free; twin-launch: race
}
