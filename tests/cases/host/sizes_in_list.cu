#include <cstdlib>

__global__ void rest(float *out, size_t n)
{
	size_t i = (size_t)blockDim.x * blockIdx.x + threadIdx.x, quarter = n / 4;
	for (size_t j = 4 * quarter + i; j < n; j += blockDim.x)
		out[j] = blockIdx.x; // twin-race: inter-block
}

void run(float *out, size_t n, int block)
{
	rest<<<(n / 4 + block - 1) / block, block>>>(out, n); // launch: race-free; twin-launch: race
}

int main(int argc, char **argv)
{
	size_t n = strtoul(argv[1], NULL, 10);
	float *out;
	cudaMalloc(&out, n * sizeof(float));
	int sizes[] = { 64, 96, 1024 }; // twin: int sizes[] = { 64, 2, 1024 };
	for (int size : sizes)
		run(out, n, size);
}
