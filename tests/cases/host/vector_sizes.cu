#include <vector>

__global__ void fill(float *out, int rows, int width, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < width)
		out[row * stride + col] = row; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	float *out;
	std::vector<float> row(argc), padded;
	padded.resize(row.size() + 4); // twin: padded.resize(row.size() - 4);
	int width = (int)row.size(), stride = (int)padded.size();
	dim3 block(16, 16), grid((width + 15) / 16, 4);
	cudaMalloc(&out, 64 * stride * sizeof(float));
	fill<<<grid, block>>>(out, 64, width, stride); // launch: race-free; twin-launch: race
	cudaFree(out);
}
