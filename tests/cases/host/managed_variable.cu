// Kernels change managed variables between the host's write and its next read of them.
#include <cuda_runtime.h>

__managed__ int left;
__device__ __managed__ bool again;

__global__ void look(const int *in)
{
	if (threadIdx.x == 0 && blockIdx.x == 0) {
		left = in[0];
		again = in[1] > in[0];
	}
}

__global__ void mark(int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	out[i % n] = i; // race: inter-block,intra-block,intra-warp
}

int main()
{
	int *in, *out;

	cudaMalloc(&in, 4096);
	cudaMalloc(&out, 4096);
	do {
		again = false;
		left = 256;
		look<<<2, 128>>>(in); // launch: race-free; twin-launch: race-free
		cudaDeviceSynchronize();
		if (left >= 16) // twin: if (left >= 256)
			mark<<<2, 128>>>(out, left); // launch: race; twin-launch: race-free
	} while (again);
	mark<<<2, 64>>>(out, 128); // launch: race-free; twin-launch: race-free
	return left;
}
