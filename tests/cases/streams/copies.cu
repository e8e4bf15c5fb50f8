// Parts are copied there, changed and copied back in one stream each; in the twin the kernel runs in the next one. A length that is one too long reaches into the next part.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void twice(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		data[i] *= 2;
}

int main(int argc, char **argv)
{
	int part = atoi(argv[1]), n = 4 * part;
	if (argc < 3 || part < 1 || part > 1 << 20)
		return 1;
	int *data, *host;
	cudaStream_t s[4];
	cudaMalloc(&data, n * sizeof(*data));
	cudaMallocHost(&host, n * sizeof(*host));
	for (int i = 0; i < 4; i++)
		cudaStreamCreate(&s[i]);
	for (int i = 0; i < 4; i++) {
		int own = i; // twin: 		int own = (i + 1) % 4;
		cudaMemcpyAsync(data + i * part, host + i * part, part * sizeof(int), cudaMemcpyHostToDevice, s[i]);
		twice<<<(part + 255) / 256, 256, 0, s[own]>>>(data + i * part, part); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		cudaMemcpyAsync(host + i * part, data + i * part, part * sizeof(int), cudaMemcpyDeviceToHost, s[i]); // twin-finding: inter-kernel
	}
	cudaDeviceSynchronize();
	int first = atoi(argv[2]);
	if (first < 0 || first > n / 2)
		return 1;
	cudaMemsetAsync(data, 0, first * sizeof(int), s[0]);
	twice<<<(part + 255) / 256, 256, 0, s[1]>>>(data + first, part); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
	cudaMemsetAsync(data, 0, (first + 1) * sizeof(int), s[0]);
	twice<<<(part + 255) / 256, 256, 0, s[1]>>>(data + first, part); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
