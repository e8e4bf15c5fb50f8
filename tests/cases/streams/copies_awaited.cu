// The host waits for a copy to memory that is not page-locked, and for copies in the default stream, and these for streams that wait for it; not for one that was created not to (twin).
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void twice(int *data)
{
	data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main(int argc, char **argv)
{
	const int n = 1 << 16, bytes = n * 4;
	int *data, *plain = (int *)malloc(bytes);
	cudaStream_t one, two;
	cudaMalloc(&data, bytes);
	cudaStreamCreate(&one); // twin: 	cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
	cudaStreamCreate(&two);
	twice<<<n / 256, 256, 0, one>>>(data); // launch: race-free; twin-launch: race-free
	cudaMemcpyAsync(plain, data, bytes, cudaMemcpyDeviceToHost, one);
	twice<<<n / 256, 256, 0, two>>>(data); // launch: race-free; twin-launch: race-free
	cudaStreamSynchronize(two);
	twice<<<n / 256, 256, 0, one>>>(data); // launch: race-free; twin-launch: race-free
	cudaMemcpy(plain, data, bytes, cudaMemcpyDeviceToHost); // twin-finding: inter-kernel
	cudaDeviceSynchronize();
	cudaMemset(data, 0, bytes);
	twice<<<n / 256, 256, 0, one>>>(data); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
	if (argc == 2)
		cudaMemsetAsync(data, 0, bytes, one);
	if (argc == 3)
		twice<<<n / 256, 256, 0, two>>>(data); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
	if (argc == 2)
		twice<<<n / 256, 256, 0, one>>>(data); // launch: race-free; twin-launch: race-free
	if (argc == 3)
		twice<<<n / 256, 256, 0, two>>>(data); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
