// What a std::function captured, also where it is handed on to what measures time: dimensions and arguments are those of the launch.
// So is what std::bind holds.
#include <cstdlib>
#include <functional>

__global__ void put(float *c, int m, int n, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < m && col < n)
		c[row * stride + col] = col; // twin-race: inter-block; twin-race: intra-block
}

__global__ void shift(const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < n)
		out[i] = in[i + 1]; // race: inter-block; race: intra-block; race: intra-warp; twin-race: inter-block; twin-race: intra-block; twin-race: intra-warp
}

static void shift_all(const float *in, float *out, int n)
{
	shift<<<n / 256 + 1, 256>>>(in, out, n); // launch: race; twin-launch: race
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
	auto bound = std::bind(shift_all, c, c, n);
	bound();
}
