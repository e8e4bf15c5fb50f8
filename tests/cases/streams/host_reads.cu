// What the host does with managed and page-locked memory: after it has waited, or beside what nobody changes. In the twin it does not wait for the kernel.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

__global__ void increase(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] += 1;
}

__global__ void sum(const int *data, int *out, int n)
{
	int s = 0;
	for (int i = 0; i < n; i++)
		s += data[i];
	*out = s;
}

int main()
{
	const int n = 1024;
	int *data, *out, *host, *device;
	cudaStream_t stream;
	cudaStreamCreate(&stream);
	cudaMallocManaged(&data, n * sizeof(int));
	cudaMalloc(&out, sizeof(int));
	cudaMalloc(&device, n * sizeof(int));
	cudaMallocHost(&host, n * sizeof(int));
	for (int i = 0; i < n; i++)
		data[i] = host[i] = i;

	increase<<<4, 256>>>(data, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize(); // twin:
	printf("%d\n", data[5]); // twin-finding: inter-kernel
	cudaDeviceSynchronize();

	sum<<<1, 1>>>(data, out, n); // launch: race-free; twin-launch: race-free
	printf("%d\n", data[6]);
	data[7] = 0; // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	data[8] = 0;

	increase<<<2, 256>>>(data, 512); // launch: race-free; twin-launch: race-free
	data[600] = 0;
	cudaMemcpy(device, host, n * sizeof(int), cudaMemcpyHostToDevice);
	data[9] = 0;

	cudaMemcpyAsync(device, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
	increase<<<4, 256, 0, stream>>>(device, n); // launch: race-free; twin-launch: race-free
	printf("%d\n", host[3]);
	memset(host, 0, n * sizeof(int)); // finding: inter-kernel; twin-finding: inter-kernel
	cudaMemcpyAsync(host, device, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
	cudaStreamSynchronize(stream);
	for (int i = 0; i < n; i++)
		printf("%d\n", host[i]);
}
