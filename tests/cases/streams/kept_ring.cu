// A ring of buffers whose pointers and events lie in vectors; what is read from one place is one pointer, unless another one is put there in between. In the twin nobody waits until a buffer is empty.
#include <vector>

__global__ void put(float *p, float v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}

__global__ void get(const float *p, float *o)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	o[i] += p[i];
}

int main(int argc, char **)
{
	const int n = 1 << 12;
	std::vector<float *> ring(3), own(1), numbers;
	std::vector<cudaEvent_t> full(3), empty(3);
	cudaStream_t a, b;
	float *o, *kept = NULL;
	cudaMalloc(&o, n * sizeof(float));
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	for (int i = 0; i < 3; i++) {
		cudaMalloc(&ring[i], n * sizeof(float));
		cudaEventCreate(&full[i]);
		cudaEventCreate(&empty[i]);
	}
	for (int r = 0; r < argc; r++) {
		if (r >= 3)
			cudaStreamWaitEvent(a, empty[r % 3], 0); // twin: 			;
		put<<<n / 256, 256, 0, a>>>(ring[r % 3], r); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
		cudaEventRecord(full[r % 3], a);
		cudaStreamWaitEvent(b, full[r % 3], 0);
		get<<<n / 256, 256, 0, b>>>(ring[r % 3], o); // launch: race-free; twin-launch: race-free
		cudaEventRecord(empty[r % 3], b);
	}
	cudaDeviceSynchronize();

	cudaMalloc(&own[0], n * sizeof(float));
	put<<<n / 256, 256, 0, a>>>(own[0], 1); // launch: race-free; twin-launch: race-free
	cudaMalloc(&own[0], n * sizeof(float));
	put<<<n / 256, 256, 0, b>>>(own[0], 1); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();

	for (int i = 0; i < argc; i++) {
		cudaMallocManaged(&kept, n * sizeof(float));
		numbers.push_back(kept);
	}
	float sum = 0;
	for (int i = 0; i + 1 < argc; i++) {
		put<<<n / 256, 256, 0, a>>>(numbers[i], 1); // launch: race-free; twin-launch: race-free
		sum += numbers[i + 1][3];
		sum += numbers[i][3]; // finding: inter-kernel; twin-finding: inter-kernel
		cudaStreamSynchronize(a);
	}
	return sum > 1;
}
