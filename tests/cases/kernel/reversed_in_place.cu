// The order of a Fourier transform's input, in place: of two numbers that are each other's reverse the lower one's thread exchanges.
#include <cuda_runtime.h>

__global__ void in_rounds(float2 *x)
{
	for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < 4096; i += gridDim.x * blockDim.x) {
		unsigned j = __brev(i) >> 20;
		if (i < j) { // twin: if (i != j) {
			float2 kept = x[i]; // twin-race: inter-block,intra-block,intra-warp
			x[i] = x[j]; // twin-race: inter-block,intra-block,intra-warp
			x[j] = kept; // twin-race: inter-block,intra-block,intra-warp
		}
	}
}

int main(int argc, char **argv)
{
	float2 *x;

	cudaMalloc(&x, 4096 * sizeof(float2));
	in_rounds<<<argc, 128>>>(x); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
