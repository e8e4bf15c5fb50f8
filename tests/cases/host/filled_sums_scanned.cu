// Where the rows of ragged lists begin, as the standard library sums their lengths: it fills nothing where there are no rows.
#include <cstdlib>
#include <numeric>
#include <vector>

__global__ void unpad(float *out, const float *in, const int *off, int width)
{
	int row = blockIdx.y, begin = off[row], end = off[row + 1];
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < end - begin; i += blockDim.x * gridDim.x)
		out[begin + i] = in[row * width + i]; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), width = 100;
	std::vector<int> length(rows), off(rows + 1);
	for (int &l : length)
		l = rand() % width; // twin: l = rand() % width - 8;
	std::vector<int> more = off;
	std::partial_sum(length.begin(), length.end(), off.begin() + 1);
	std::inclusive_scan(length.begin(), length.end(), more.begin() + 1);
	int *places;
	float *in, *out;
	cudaMalloc(&places, off.size() * sizeof(int));
	cudaMalloc(&in, sizeof(float) * rows * width);
	cudaMalloc(&out, sizeof(float) * rows * width);
	dim3 grid((width + 127) / 128, rows);
	cudaMemcpy(places, off.data(), off.size() * sizeof(int), cudaMemcpyHostToDevice);
	unpad<<<grid, 128>>>(out, in, places, width); // launch: race-free; twin-launch: race
	cudaMemcpy(places, more.data(), more.size() * sizeof(int), cudaMemcpyHostToDevice);
	unpad<<<grid, 128>>>(out, in, places, width); // launch: race-free; twin-launch: race
	return 0;
}
