// A launch that may begin before the one before it is over reads what that does not change; the twin's changes it.
// flags: --arch=sm_90
#include <cuda_runtime.h>

__global__ void fill(float *a, float *weight, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		a[i] = weight[i]; // twin: a[i] = weight[i]++;
	cudaTriggerProgrammaticLaunchCompletion();
}

__global__ void mirror(const float *a, const float *weight, float *b, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float w = i < n ? weight[i] : 0;
	cudaGridDependencySynchronize();
	if (i < n)
		b[i] = a[n - 1 - i] * w;
}

int main()
{
	float *a, *b, *weight;
	int n = 8192;
	cudaStream_t stream;

	cudaMalloc(&a, n * sizeof(float));
	cudaMalloc(&b, n * sizeof(float));
	cudaMalloc(&weight, n * sizeof(float));
	cudaStreamCreate(&stream);
	cudaLaunchAttribute attribute[1];
	attribute[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
	attribute[0].val.programmaticStreamSerializationAllowed = 1;
	cudaLaunchConfig_t config = {};
	config.gridDim = 64;
	config.blockDim = 128;
	config.stream = stream;
	config.attrs = attribute;
	config.numAttrs = 1;
	for (int k = 0; k < 4; k++) {
		fill<<<64, 128, 0, stream>>>(a, weight, n); // launch: race-free; twin-launch: race-free
		cudaLaunchKernelEx(&config, mirror, (const float *)a, (const float *)weight, b, n); // launch: race-free; twin-launch: undecided
	}
	cudaDeviceSynchronize();
	return 0;
}
