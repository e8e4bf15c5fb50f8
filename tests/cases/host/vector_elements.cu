#include <vector>

// Elements of a list and of a vector that grows, which are copied when it does.
struct Layer {
	int width, stride;
};

__global__ void fill(float *out, int rows, int width, int stride)
{
	int row = blockIdx.y * blockDim.y + threadIdx.y, col = blockIdx.x * blockDim.x + threadIdx.x;
	if (row < rows && col < width)
		out[row * stride + col] = row; // twin-race: inter-block, intra-block, intra-warp
}

static void run(int rows, const Layer &layer)
{
	float *out;
	dim3 block(16, 16), grid((layer.width + 15) / 16, (rows + 15) / 16);
	cudaMalloc(&out, rows * layer.stride * sizeof(float));
	fill<<<grid, block>>>(out, rows, layer.width, layer.stride); // launch: race-free, race-free; twin-launch: race-free, race
	cudaFree(out);
}

int main(int argc, char **argv)
{
	std::vector<int> shape = { 64, argc, argc + 8 };
	std::vector<Layer> layers;
	layers.push_back({ shape[0], 80 });
	layers.push_back({ shape[1], shape[2] }); // twin: layers.push_back({ shape[2], shape[1] });
	run(32, layers[0]);
	run(32, layers[1]);
}
