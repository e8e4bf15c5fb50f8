// Places by one of three functions, of a table in constant memory; the number comes from the command line.
#include <cuda_runtime.h>
#include <cstdlib>

typedef int (*place)(int);

__device__ int forward(int i)
{
	return i;
}

__device__ int backward(int i)
{
	return 255 - i;
}

__device__ int other_half(int i)
{
	return i ^ 128; // twin: return i & 127;
}

__constant__ place places[] = { forward, backward, other_half };

__global__ void move(const float *in, float *out, int which)
{
	place at = places[which];
	int row = blockIdx.x * 256;
	out[row + at(threadIdx.x)] = in[row + threadIdx.x]; // twin-race: intra-block
}

int main(int argc, char **argv)
{
	int which = argc > 1 ? atoi(argv[1]) : 0;
	if (which < 0 || which > 2)
		return 1;
	float *in, *out;
	cudaMalloc(&in, 64 * 256 * sizeof(float));
	cudaMalloc(&out, 64 * 256 * sizeof(float));
	move<<<64, 256>>>(in, out, which); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
