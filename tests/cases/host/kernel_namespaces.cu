// Kernels with short names in namespaces, an unnamed one too, whose names end in digits: their launches are found. The twin has blocks of two dimensions, of which the kernels read one.
#include <cuda_runtime.h>

namespace v2 {
namespace {
__global__ void grow(int *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		v[i] += i; // twin-race: intra-block
}
}

static __global__ void cut(int *v, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		v[i] -= i; // twin-race: intra-block
}
}

int main()
{
	int *v;
	const int n = 1000;
	cudaMalloc(&v, n * sizeof(int));
	dim3 block(32); // twin:	dim3 block(32, 8);
	v2::grow<<<(n + 31) / 32, block>>>(v, n); // launch: race-free; twin-launch: race
	v2::cut<<<(n + 31) / 32, block>>>(v, n); // launch: race-free; twin-launch: race
}
