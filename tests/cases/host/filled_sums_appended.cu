// Offsets of segments whose lengths a loop has appended; in the twin some of the lengths are negative.
#include <cstdlib>
#include <vector>

__global__ void rows(float *out, const int *begin)
{
	for (int j = begin[blockIdx.x] + threadIdx.x; j < begin[blockIdx.x + 1]; j += blockDim.x)
		out[j] = blockIdx.x; // twin-race: inter-block
}

static std::vector<int> offsets(const std::vector<int> &length)
{
	std::vector<int> begin(length.size() + 1, 0);
	for (size_t i = 0; i < length.size(); i++)
		begin[i + 1] = begin[i] + length[i]; // fact: contents
	return begin;
}

int main(int argc, char **argv)
{
	std::vector<int> length;
	for (int i = 1; i < argc; i++)
		length.push_back(rand() % 64); // twin: 		length.push_back(rand() % 64 - 8);
	std::vector<int> begin = offsets(length);
	int *d;
	float *out;
	cudaMalloc(&d, begin.size() * sizeof(int));
	cudaMalloc(&out, begin.back() * sizeof(float));
	cudaMemcpy(d, begin.data(), begin.size() * sizeof(int), cudaMemcpyHostToDevice);
	rows<<<length.size(), 64>>>(out, d); // launch: race-free; twin-launch: race
}
