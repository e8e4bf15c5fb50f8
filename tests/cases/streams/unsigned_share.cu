// A share that is computed as unsigned: a size below zero is no witness.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void add(int *data, const int *by)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] += *by;
}

int main(int, char **argv)
{
	int n = (int)(16 * 1024 * 1024 / atof(argv[1])), streams = 4;
	int *data, *by;
	cudaStream_t *s = (cudaStream_t *)malloc(streams * sizeof(*s));
	cudaMalloc(&data, n * sizeof(*data));
	cudaMalloc(&by, sizeof(*by));
	for (int i = 0; i < streams; i++)
		cudaStreamCreate(&s[i]);
	dim3 threads(512, 1), blocks(n / (streams * threads.x), 1); // twin: 	dim3 threads(512, 1), blocks((n + threads.x) / (streams * threads.x) + 1, 1);
	for (int i = 0; i < streams; i++)
		add<<<blocks, threads, 0, s[i]>>>(data + i * n / streams, by); // launch: race-free; twin-launch: race-free; twin-finding(warning): inter-kernel
	cudaDeviceSynchronize();
}
