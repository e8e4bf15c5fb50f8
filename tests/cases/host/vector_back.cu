// xfail: that a vector whose last number is asked for is not empty is not known, and what an empty one gives may be too narrow
// twin-xfail: the same makes it undecided
// Rows as wide as the first number of a list that grows, and as far apart as its last one.
#include <cstdlib>
#include <vector>

__global__ void fill(float *all, int width, int step)
{
	for (int i = threadIdx.x; i < width; i += blockDim.x)
		all[blockIdx.x * step + i] = i; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), levels = atoi(argv[2]);
	float *all;
	cudaMalloc(&all, sizeof(float) * (n + levels) * 64);
	std::vector<int> widths;
	for (int l = 0; l < levels; l++)
		widths.push_back(n + l);
	fill<<<64, 128>>>(all, widths.front(), widths.back()); // launch: race-free; twin-launch: race; twin: 	fill<<<64, 128>>>(all, widths.back(), widths.front());
	cudaDeviceSynchronize();
}
