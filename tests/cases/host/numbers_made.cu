// Numbers that the host makes in ways that are not followed are no inputs: a row is as long as it has to be, but that is not seen. Such a launch is undecided, unless two threads meet whatever the number is.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cuda_runtime.h>
#include <map>
#include <numeric>
#include <string>
#include <vector>

__global__ void fill(float *y, int ld, int rows, int cols)
{
	int r = blockIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows && c < cols)
		y[(size_t)r * ld + c] = r + c; // race: inter-block; twin-race: inter-block
}

__global__ void pairs(float *y, int ld, int rows, int cols)
{
	int r = blockIdx.y, c = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows && c < cols)
		y[(size_t)r * ld + c / 2] = r + c; // race: intra-warp; twin-race: intra-warp
}

static int padded(int n)
{
	return (n + 31) / 32 * 32;
}

static int doubled(int n)
{
	return 2 * n;
}

int main(int argc, char **argv)
{
	float *y;
	int n = atoi(argv[1]), ld = atoi(argv[2]);
	if (n < 2 || n > 4000)
		return 1;
	cudaMalloc(&y, 4 << 20);
	dim3 grid((n + 127) / 128, 10);

	fill<<<grid, 128>>>(y, (int)std::ceil(n * 1.25f), 10, n); // launch: undecided; twin-launch: undecided
	fill<<<grid, 128>>>(y, 1 << (int)std::ceil(std::log2((double)n)), 10, n); // launch: undecided; twin-launch: undecided
	int (*pad)(int) = argc > 3 ? padded : doubled;
	fill<<<grid, 128>>>(y, pad(n), 10, n); // launch: undecided; twin-launch: undecided
	fill<<<grid, 128>>>(y, std::lcm(n, 32), 10, n); // launch: undecided; twin-launch: undecided

	std::map<std::string, int> strides;
	strides["a"] = 512;
	strides["b"] = 640;
	fill<<<dim3(4, 10), 128>>>(y, strides["b"], 10, 512); // launch: undecided; twin-launch: undecided
	std::vector<int> widths{ 100, 700, 300 };
	fill<<<dim3(6, 10), 128>>>(y, *std::max_element(widths.begin(), widths.end()), 10, 700); // launch: undecided; twin-launch: undecided
	int sorted[3] = { 300, 100, 200 };
	std::sort(sorted, sorted + 3);
	fill<<<dim3(3, 10), 128>>>(y, sorted[2], 10, 300); // launch: undecided; twin-launch: undecided

	pairs<<<grid, 128>>>(y, (int)std::ceil(n * 1.5f), 10, n); // launch: race; twin-launch: race

	fill<<<grid, 128>>>(y, ld, 10, n); // launch: race; twin-launch: race
	if (ld < n) // twin:	if (ld < n - 1)
		ld = n;
	fill<<<grid, 128>>>(y, ld, 10, n); // launch: race-free; twin-launch: race
}
