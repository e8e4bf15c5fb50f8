// Tables of pointers in constant memory: what the host copies there is followed, be it in a function of its own, in structures, or out of a vector.
#include <vector>

const int rows = 40, width = 100;
const int apart = width; // twin: const int apart = width / 2;
struct task {
	float *data;
	int n;
};
__constant__ float *small[16], *large[rows];
__constant__ task tasks[24];

__global__ void fill_small(int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		small[blockIdx.x][i] = i; // twin-race: inter-block
}

__global__ void fill_large(int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		large[blockIdx.x][i] = i; // twin-race: inter-block
}

__global__ void fill_tasks()
{
	task t = tasks[blockIdx.x];
	for (int i = threadIdx.x; i < t.n; i += blockDim.x)
		t.data[i] = i; // twin-race: inter-block
}

void upload(const std::vector<float *> &table)
{
	cudaMemcpyToSymbol(large, table.data(), table.size() * sizeof(float *));
}

int main()
{
	float *memory, *some[16];
	std::vector<float *> all;
	task todo[24];
	cudaMalloc(&memory, 4 * rows * width);
	for (int r = 0; r < 16; r++)
		some[r] = memory + r * apart;
	for (int r = 0; r < rows; r++)
		all.push_back(memory + r * apart);
	for (int r = 0; r < 24; r++) {
		todo[r].data = memory + r * apart;
		todo[r].n = width;
	}
	cudaMemcpyToSymbol(small, some, sizeof(some));
	cudaMemcpyToSymbol(tasks, todo, sizeof(todo));
	upload(all);
	fill_small<<<16, 64>>>(width); // launch: race-free; twin-launch: race
	fill_large<<<rows, 64>>>(width); // launch: race-free; twin-launch: race
	fill_tasks<<<24, 64>>>(); // launch: race-free; twin-launch: race
}
