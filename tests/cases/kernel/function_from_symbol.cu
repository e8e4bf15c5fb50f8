// A reduction whose operator the host fetches from a device variable: any function of that type, no matter which.
#include <cuda_runtime.h>

typedef int (*operation)(int, int);

__device__ int sum(int a, int b)
{
	return a + b;
}

__device__ int larger(int a, int b)
{
	return a > b ? a : b;
}

__device__ operation of_sums = sum;
__device__ operation of_maxima = larger;

__global__ void reduce(const int *in, int *out, operation op)
{
	__shared__ int part[256];
	int t = threadIdx.x;
	part[t] = op(in[t], in[t + 256]);
	__syncthreads();
	for (int half = 128; half; half /= 2) {
		if (t < half)
			part[t] = op(part[t], part[t + half]); // twin-race: intra-block, intra-warp
		__syncthreads(); // twin:
	}
	if (t == 0)
		*out = part[0];
}

int main(int argc, char **)
{
	int *in, *out;
	operation op;
	cudaMalloc(&in, 512 * sizeof(int));
	cudaMalloc(&out, sizeof(int));
	if (argc > 1)
		cudaMemcpyFromSymbol(&op, of_sums, sizeof(op));
	else
		cudaMemcpyFromSymbol(&op, of_maxima, sizeof(op));
	reduce<<<1, 256>>>(in, out, op); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
