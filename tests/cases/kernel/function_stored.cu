#include <cuda_runtime.h>

/* Functions whose addresses a kernel stores into a variable that the host never names, or that the host fetches at some time. */
typedef int (*place)(int, int);

__device__ int slot(int i)
{
	return i; // twin: return i / 2;
}

__device__ int same(int i, int n)
{
	return slot(i);
}

__device__ int reversed(int i, int n)
{
	return n - 1 - slot(i);
}

__device__ place stored[2];
__device__ place picked = reversed;

__global__ void store()
{
	if (threadIdx.x == 0) {
		stored[0] = same;
		stored[1] = reversed;
	}
}

__global__ void by_variable(const float *in, float *out, int n, int which)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[stored[which](i, n)] = in[i]; // twin-race: intra-warp
}

__global__ void by_argument(const float *in, float *out, int n, place f)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[f(i, n)] = in[i]; // twin-race: intra-warp
}

int main(int argc, char **argv)
{
	const int n = 5000;
	float *in, *out;
	place f;
	cudaStream_t stream;
	cudaMalloc(&in, sizeof(float) * n);
	cudaMalloc(&out, sizeof(float) * n);
	cudaStreamCreate(&stream);
	cudaMemcpyFromSymbolAsync(&f, picked, sizeof(f), 0, cudaMemcpyDeviceToHost, stream);
	cudaStreamSynchronize(stream);
	store<<<1, 32, 0, stream>>>(); // launch: race-free; twin-launch: race-free
	by_variable<<<(n + 127) / 128, 128, 0, stream>>>(in, out, n, argc & 1); // launch: race-free; twin-launch: race
	by_argument<<<(n + 127) / 128, 128, 0, stream>>>(in, out, n, f); // launch: race-free; twin-launch: race
	cudaStreamSynchronize(stream);
}
