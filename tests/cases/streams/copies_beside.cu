// Copies, fills and releases beside each other and kernels: each stream has what is its own, in the twin the next one's.
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
	int part = argc > 1 ? atoi(argv[1]) : 0;
	if (part < 1 || part > 1 << 20)
		return 1;
	int *data, *in, *out;
	cudaStream_t s[4], last;
	cudaMalloc(&data, 4 * part * sizeof(*data));
	cudaMallocHost(&in, 4 * part * sizeof(*in));
	cudaMallocHost(&out, 4 * part * sizeof(*out));
	cudaStreamCreate(&last);
	for (int i = 0; i < 4; i++)
		cudaStreamCreate(&s[i]);
	for (int i = 0; i < 4; i++) {
		int from = i; // twin: 		int from = (i + 1) % 4;
		cudaMemcpyAsync(data + i * part, in + i * part, part * sizeof(int), cudaMemcpyHostToDevice, s[i]); // twin-finding: inter-kernel
		cudaMemcpyAsync(out + i * part, data + from * part, part * sizeof(int), cudaMemcpyDeviceToHost, s[i]); // twin-finding: inter-kernel
	}
	cudaDeviceSynchronize();
	int *own;
	cudaMallocAsync(&own, part * sizeof(int), last);
	twice<<<(part + 255) / 256, 256, 0, last>>>(own, part); // launch: race-free; twin-launch: race-free
	cudaFreeAsync(own, last);
	cudaDeviceSynchronize();
	int *early;
	cudaMallocAsync(&early, part * sizeof(int), last);
	twice<<<(part + 255) / 256, 256, 0, last>>>(early, part); // launch: race-free; twin-launch: race-free
	cudaFreeAsync(early, s[0]); // finding: inter-kernel; twin-finding: inter-kernel
	return cudaDeviceSynchronize();
}
