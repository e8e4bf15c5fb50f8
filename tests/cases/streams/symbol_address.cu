// A device variable is given to one kernel by its address, and another one names it; memory that is only moved near is not written.
#include <cuda_runtime.h>

__device__ float table[1 << 16];

__global__ void put(float *p, float v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}

__global__ void get(const float *p, float *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	o[i] = p[i + 1];
}

__global__ void use(float *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	o[i] = table[i + 1];
}

int main()
{
	const int n = 1 << 15;
	float *p, *o, *q, *managed;
	cudaStream_t a, b;
	cudaMalloc(&o, n * sizeof(float));
	cudaMalloc(&q, n * sizeof(float));
	cudaMallocManaged(&managed, 2 * n * sizeof(float));
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaGetSymbolAddress((void **)&p, table);
	put<<<n / 256, 256, 0, a>>>(p, 1); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(a); // twin: 
	get<<<n / 256, 256, 0, b>>>(p, o); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	put<<<n / 256, 256, 0, a>>>(p, 1); // launch: race-free; twin-launch: race-free
	use<<<n / 256, 256, 0, b>>>(o); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	cudaMemsetAsync(p, 0, n * sizeof(float), a);
	use<<<n / 256, 256, 0, b>>>(o); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	put<<<n / 256, 256, 0, a>>>(p + n + 1, 1); // launch: race-free; twin-launch: race-free
	put<<<n / 256, 256, 0, b>>>(q, 1); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();

	cudaMemPrefetchAsync(managed, 2 * n * sizeof(float), 0, a);
	get<<<n / 256, 256, 0, b>>>(managed, o); // launch: race-free; twin-launch: race-free
	cudaMemPrefetchAsync(managed, n * sizeof(float), 0, a);
	put<<<n / 256, 256, 0, a>>>(managed, 1); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	return 0;
}
