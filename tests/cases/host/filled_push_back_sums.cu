#include <cstdlib>
#include <vector>

struct segment {
	int begin, count;
};

__global__ void rows(const int *begin, float *out)
{
	for (int i = begin[blockIdx.x] + threadIdx.x; i < begin[blockIdx.x + 1]; i += blockDim.x)
		out[i] = blockIdx.x; // twin-race: inter-block
}

__global__ void segments(const segment *list, float *out)
{
	for (int i = threadIdx.x; i < list[blockIdx.x].count; i += blockDim.x)
		out[list[blockIdx.x].begin + i] = i; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	std::vector<int> begin;
	std::vector<segment> list;
	int sum = 0, least = 0; // twin: int sum = 0, least = -8;
	begin.reserve(argc + 1);
	for (int i = 0; i < argc; i++) {
		begin.push_back(sum);
		list.push_back({ 16 * i, 16 + least * (8 - argc) });
		sum += rand() % 9 + least;
	}
	begin.push_back(sum);
	int *rows_begin;
	segment *all;
	float *out;
	cudaMalloc(&out, 16 * argc * sizeof(float));
	cudaMalloc(&rows_begin, begin.size() * sizeof(int));
	cudaMalloc(&all, list.size() * sizeof(segment));
	cudaMemcpy(rows_begin, begin.data(), begin.size() * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(all, list.data(), list.size() * sizeof(segment), cudaMemcpyHostToDevice);
	rows<<<argc, 64>>>(rows_begin, out); // launch: race-free; twin-launch: race
	segments<<<argc, 64>>>(all, out); // launch: race-free; twin-launch: race
}
