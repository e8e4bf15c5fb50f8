// A function chosen in branches by a parameter; one of them has a barrier in it.
#include <cuda_runtime.h>

typedef void (*step)(int *);

__device__ void plain(int *s)
{
	s[threadIdx.x] += 1;
}

__device__ void turned(int *s)
{
	int v = s[127 - threadIdx.x]; // twin-race: intra-block
	__syncthreads(); // twin:
	s[threadIdx.x] = v; // twin-race: intra-block
}

__global__ void run(int *out, int rounds, int mode)
{
	__shared__ int s[128];
	s[threadIdx.x] = rounds;
	__syncthreads();
	step f = NULL;
	if (mode == 1)
		f = plain;
	else if (mode == 2)
		f = turned;
	for (int i = 0; f && i < rounds; i++) {
		f(s);
		__syncthreads();
	}
	out[threadIdx.x] = s[threadIdx.x];
}

int main(int argc, char **argv)
{
	int *out;
	cudaMalloc(&out, 128 * sizeof(int));
	run<<<1, 128>>>(out, 10, argc); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
