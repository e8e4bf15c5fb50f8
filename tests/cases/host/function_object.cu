// What a std::function captured, also where it is handed on to what measures time: dimensions and arguments are those of the launch.
#include <cstdlib>
#include <functional>

__global__ void put(float *c, int m, int n, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < m && col < n)
		c[row * stride + col] = col; // twin-race: inter-block; twin-race: intra-block
}

float time_of(std::function<void()> kernel)
{
	cudaEvent_t start, stop;
	float elapsed;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaEventRecord(start);
	kernel();
	cudaEventRecord(stop);
	cudaEventSynchronize(stop);
	cudaEventElapsedTime(&elapsed, start, stop);
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return elapsed;
}

float measure(std::function<void()> kernel, int warm, int runs)
{
	float sum = 0;
	for (int i = 0; i < warm; i++)
		kernel();
	for (int i = 0; i < runs; i++)
		sum += time_of(kernel);
	return sum / runs;
}

int main(int argc, char **argv)
{
	int m = atoi(argv[1]), n = atoi(argv[2]);
	int stride = n; // twin: int stride = n / 2;
	float *c;

	cudaMalloc(&c, sizeof(float) * m * n);
	dim3 block(32, 32);
	dim3 grid((n + block.x - 1) / block.x, (m + block.y - 1) / block.y);
	measure([&] { put<<<grid, block>>>(c, m, n, stride); }, 3, 10); // launch: race-free; twin-launch: race
}
