// Lists of pairs that loops within each other append, a row of as many in each round: the number of an element says the rounds in which it was made.
#include <algorithm>
#include <stdlib.h>
#include <vector>

struct at {
	int row, col;
};

__global__ void put(int *out, const at *list, int count, int ld)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[list[i].row * ld + list[i].col] = i; // twin-race: inter-block, intra-block, intra-warp
}

// The rows are as long as a number says that changes meanwhile.
__global__ void put_ragged(int *out, const at *list, int count, int ld)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < count)
		out[list[i].row * ld + list[i].col] = i;
}

__global__ void fill(int *out, int ld, int first, int width)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x;
	if (x < width)
		out[blockIdx.y * ld + first + x] = x;
}

static at *copied(const std::vector<at> &list)
{
	at *d;
	cudaMalloc(&d, list.size() * sizeof(at));
	cudaMemcpy(d, list.data(), list.size() * sizeof(at), cudaMemcpyHostToDevice);
	return d;
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), cols = atoi(argv[2]), *out;
	if (rows < 1 || cols < 1 || rows > 1000 || cols > 1000)
		return 1;
	cudaMalloc(&out, sizeof(*out) * (rows + 1) * cols);
	std::vector<at> list, ragged, parts;
	list.push_back({ rows, 0 });
	for (int i = 0; i < rows; i++)
		for (int j = 0; j < cols; j++)
			list.push_back({ i, j }); // twin: list.push_back({ i, j / 2 });
	put<<<(list.size() + 127) / 128, 128>>>(out, copied(list), list.size(), cols); // launch: race-free; twin-launch: race
	for (int i = 0, length = cols; i < rows; i++, length--)
		for (int j = 0; j < length; j++)
			ragged.push_back({ i, j });
	put_ragged<<<(ragged.size() + 127) / 128, 128>>>(out, copied(ragged), ragged.size(), cols); // launch: undecided; twin-launch: undecided
	for (int i = 0; i < rows; i++)
		for (int x = 0; x < cols; x += 64)
			parts.push_back({ x, std::min(64, cols - x) });
	for (size_t k = 0; k < parts.size(); k++)
		fill<<<dim3((parts[k].col + 31) / 32, rows), 32>>>(out, cols, parts[k].row, parts[k].col); // launch: race-free; twin-launch: race-free
	return 0;
}
