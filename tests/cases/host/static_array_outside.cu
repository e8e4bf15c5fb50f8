// A static array that a function changes which other units may call: what lies there when it is copied is not known. In the twin that
// function is the unit's own, and nobody calls it.
#include <cuda_runtime.h>

static int order[2048];

void touch() // twin: static void touch()
{
	order[5] = 7;
}

void elsewhere();

__global__ void gather(const int *at, const float *v, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		out[at[i]] = v[i]; // race: inter-block, intra-block, intra-warp
}

int main()
{
	constexpr int n = 2048;
	int *at;
	float *v, *out;
	for (int i = 0; i < n; i++)
		order[i] = n - 1 - i;
	elsewhere();
	cudaMalloc(&at, n * sizeof(*at));
	cudaMalloc(&v, n * sizeof(*v));
	cudaMalloc(&out, n * sizeof(*out));
	cudaMemcpy(at, order, n * sizeof(*at), cudaMemcpyHostToDevice);
	gather<<<8, 256>>>(at, v, out, n); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
