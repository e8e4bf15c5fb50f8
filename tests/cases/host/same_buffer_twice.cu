// One buffer for input and output: harmless while every thread keeps to its own element.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void scale(const float *in, float *out, int n, int shift)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[i] = 2 * in[i + shift]; // twin-race: inter-block,intra-block,intra-warp
}

// Each thread leaves a 1 where it looks next, so that all come to one place.
__global__ void follow(const int *in, int *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= n || in[i] != i)
		return;
	out[i] = 1;
	out[in[i]] = i;
}

__global__ void halve(const int *in, int *out, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		if (in[i] > 0)
			out[i] = in[i] / 2;
}

// What the others have stored before the barrier is where each stores behind it.
__global__ void behind(const int *in, int *out)
{
	out[threadIdx.x] = 0;
	__syncthreads();
	if (in[threadIdx.x] == threadIdx.x)
		out[blockDim.x + in[threadIdx.x ^ 1]] = threadIdx.x; // race: intra-block, intra-warp; twin-race: intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	float *data;

	cudaMalloc(&data, (n + 1) * sizeof(float));
	scale<<<(n + 255) / 256, 256>>>(data, data, n, 0); // launch: race-free; twin-launch: race; twin: scale<<<(n + 255) / 256, 256>>>(data, data, n, 1);

	int *marks, *other;
	cudaMalloc(&marks, 2 * n * sizeof(int));
	cudaMalloc(&other, n * sizeof(int));
	follow<<<(n + 255) / 256, 256>>>(marks, marks, n); // launch: undecided; twin-launch: undecided
	follow<<<(n + 127) / 128, 128>>>(other, marks, n); // launch: race-free; twin-launch: race-free
	halve<<<64, 256>>>(marks, marks, n);               // launch: race-free; twin-launch: race-free
	behind<<<1, 64>>>(marks, marks);                   // launch: race; twin-launch: race
	return cudaDeviceSynchronize();
}
