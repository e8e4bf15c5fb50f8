// Loops over ranges: streams of an array, of a vector, in members of structures. Each launch has a part of its own; in the twin two have one.
#include <cuda_runtime.h>
#include <vector>

__global__ void fill(int *part)
{
	part[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
}

struct worker {
	cudaStream_t stream;
	int *part;
};

int main()
{
	int *data;
	cudaStream_t streams[4];
	worker workers[4];
	std::vector<cudaStream_t> many(16);
	cudaMalloc(&data, 1024 * sizeof(int));
	for (auto &s : streams)
		cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	for (auto &s : many)
		cudaStreamCreate(&s);
	int n = 0;
	for (auto &w : workers) {
		cudaStreamCreate(&w.stream);
		w.part = data + (n++) * 64; // twin:		w.part = data + (n++ / 2) * 64;
	}
	for (auto &w : workers)
		fill<<<1, 64, 0, w.stream>>>(w.part); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	int *part = data;
	for (auto s : streams) {
		fill<<<1, 64, 0, s>>>(part); // launch: race-free; twin-launch: race-free
		part += 64;
	}
	cudaDeviceSynchronize();

	for (auto s : streams)
		fill<<<1, 64, 0, s>>>(data); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	for (auto s : streams)
		cudaStreamSynchronize(s);
	for (auto s : many)
		fill<<<1, 64, 0, s>>>(data); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	for (auto s : many)
		cudaStreamSynchronize(s);
	fill<<<1, 64, 0, workers[1].stream>>>(workers[0].part); // launch: race-free; twin-launch: race-free
	fill<<<1, 64, 0, workers[0].stream>>>(workers[1].part); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
