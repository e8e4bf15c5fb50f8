// Compaction into the array that is read: later threads overwrite what earlier ones have not read.
#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, const int *place, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n && place[i] >= 0)
		out[place[i]] = in[i]; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

int main()
{
	int *in, *out, *place, n = 1 << 20;
	cudaMalloc(&in, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(int));
	cudaMalloc(&place, n * sizeof(int));
	compact<<<n / 256, 256>>>(in, out, place, n); // launch: race; twin-launch: race; twin: 	compact<<<n / 256, 256>>>(in, in, place, n); // twin-launch: race
	return cudaDeviceSynchronize();
}
