// Streams in a vector that is a member beside others, one after the other handed out by a counter; a vector of one stream.
#include <stdlib.h>
#include <vector>

__global__ void square(float *out, int row)
{
	if (threadIdx.x == 0)
		out[row] = row * row;
}

class pool {
	std::vector<cudaStream_t> streams;
	size_t next = 0;

public:
	pool(int n) : streams(n)
	{
		for (auto &s : streams)
			cudaStreamCreate(&s);
	}
	cudaStream_t get() { return streams[next++ % streams.size()]; }
};

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]);
	float *out, *other;
	cudaMalloc(&out, rows * sizeof(float));
	cudaMalloc(&other, rows * sizeof(float));
	pool p(4);
	for (int r = 0; r < rows; r++)
		square<<<1, 32, 0, p.get()>>>(out, r); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel; twin: square<<<1, 32, 0, p.get()>>>(out, r / 2);
	cudaDeviceSynchronize();
	pool one(1);
	for (int r = 0; r < rows; r++)
		square<<<1, 32, 0, one.get()>>>(other, r / 2); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
