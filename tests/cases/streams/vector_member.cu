// Streams in a vector that is a member, which the constructor creates.
#include <vector>

__global__ void fill(double *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = i;
}

__global__ void copy(const double *y, double *z, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		z[i] = y[i];
}

struct pool {
	std::vector<cudaStream_t> streams;
	pool(int n) : streams(n)
	{
		for (auto &s : streams)
			cudaStreamCreate(&s);
	}
	cudaStream_t get(int i) { return streams[i]; }
};

int main()
{
	double *y, *z;
	const int n = 1280;
	cudaMalloc(&y, 8 * n);
	cudaMalloc(&z, 8 * n);
	pool p(4);
	fill<<<10, 128, 0, p.get(0)>>>(y, n); // launch: race-free; twin-launch: race-free
	copy<<<10, 128, 0, p.get(1)>>>(y, z, n); // launch: race-free; finding: inter-kernel; twin-launch: race-free; twin: 	copy<<<10, 128, 0, p.get(0)>>>(y, z, n); // launch: race-free
	cudaDeviceSynchronize();
}
