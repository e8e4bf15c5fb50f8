// Streams in a vector, each created at its place: every one has a part of the memory.
#include <vector>

__global__ void more(float *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

void run(float *a, int n)
{
	std::vector<cudaStream_t> streams(n);

	for (int i = 0; i < n; i++)
		cudaStreamCreate(&streams[i]);
	for (int i = 0; i < n; i++) {
		float *part = a + i * 4096; // twin: float *part = a + i * 4095;
		more<<<16, 256, 0, streams[i]>>>(part); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	}
	for (cudaStream_t stream : streams)
		cudaStreamSynchronize(stream);
}

int main(int argc, char **)
{
	float *a;

	cudaMalloc(&a, argc * 4096 * sizeof(float));
	run(a, argc);
}
