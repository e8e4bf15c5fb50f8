// A launch that may begin before the one before it is over waits for it first; in the twin it reads before that.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__global__ void fill(float *a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	cudaTriggerProgrammaticLaunchCompletion();
	if (i < n)
		a[i] = i;
}

__global__ void mirror(const float *a, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float first = 0; // twin: float first = a[0];
	cudaGridDependencySynchronize();
	if (i < n)
		b[i] = a[n - 1 - i] + first;
}

void run(float *a, float *b, int n, cudaStream_t stream)
{
	fill<<<64, 128, 0, stream>>>(a, n); // launch: race-free; twin-launch: race-free
	cudaLaunchAttribute attribute[1];
	attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attribute[0].val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t config = {};
	config.gridDim = 64;
	config.blockDim = 128;
	config.stream = stream;
	config.attrs = attribute;
	config.numAttrs = 1;
	cudaLaunchKernelEx(&config, mirror, (const float *)a, b, n); // launch: race-free; twin-launch: undecided
}
