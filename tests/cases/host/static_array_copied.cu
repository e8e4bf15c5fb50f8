// What main() puts into static arrays is followed as in local ones, also where it is a function of its unit alone that does. In the
// twin two entries are the same.
#include <cuda_runtime.h>

static int order[2048];

static void fill()
{
	for (int i = 0; i < 2048; i++)
		order[i] = 2047 - i; // twin: 		order[i] = (2047 - i) / 2;
}

__global__ void gather(const int *at, const float *v, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[at[i]] = v[i]; // twin-race: intra-warp
}

int main()
{
	constexpr int n = 2048;
	static int zero[n];
	int *at;
	float *v, *out;
	cudaMalloc(&at, n * sizeof(*at));
	cudaMalloc(&v, n * sizeof(*v));
	cudaMalloc(&out, n * sizeof(*out));
	cudaMemcpy(at, zero, n * sizeof(*at), cudaMemcpyHostToDevice);
	fill();
	cudaMemcpy(at, order, n * sizeof(*at), cudaMemcpyHostToDevice);
	gather<<<8, 256>>>(at, v, out, n); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
