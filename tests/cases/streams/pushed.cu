// One stream that is pushed again and again is one stream; one that is created for each push is another each.
#include <vector>

__global__ void more(float *a)
{
	a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

int main(int argc, char **)
{
	float *a;
	cudaStream_t stream;
	std::vector<cudaStream_t> streams;

	cudaMalloc(&a, 4096 * sizeof(float));
	for (int i = 0; i < argc; i++) {
		if (i == 0) // twin:
			cudaStreamCreate(&stream);
		streams.push_back(stream);
	}
	more<<<16, 256, 0, streams[0]>>>(a); // launch: race-free; finding: launch-order; twin-launch: race-free
	more<<<16, 256, 0, streams[1]>>>(a); // launch: race-free; finding: launch-order; twin-launch: race-free; twin-finding: inter-kernel
}
