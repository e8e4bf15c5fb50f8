// twin-xfail: that a loop gives two places of one array the same pointer is not seen between streams
#include <vector>

struct plan {
	cudaStream_t stream;
	float *work;
	int n;
};

__global__ void turn(float *z, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		z[i] = -z[i];
}

int main()
{
	std::vector<plan> plans(4);
	for (auto &p : plans) {
		cudaStreamCreate(&p.stream);
		p.n = 1000;
		cudaMalloc(&p.work, p.n * sizeof(float)); // twin: 		if (&p == &plans[0]) cudaMalloc(&p.work, p.n * sizeof(float)); else p.work = plans[0].work;
	}
	for (auto &p : plans)
		turn<<<16, 64, 0, p.stream>>>(p.work, p.n); // twin-finding: inter-kernel; launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
