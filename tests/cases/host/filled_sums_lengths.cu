// The host stores how long each list is beside where it begins; in the twin a list begins before the one before it has ended.
#include <cuda_runtime.h>
#include <stdlib.h>
#include <vector>

struct list {
	int begin, length;
};

__global__ void scale(const list *lists, float *data)
{
	list mine = lists[blockIdx.x];
	for (int i = threadIdx.x; i < mine.length; i += blockDim.x)
		data[mine.begin + i] *= 2; // twin-race: inter-block
}

__global__ void shift(const int *begin, const int *length, float *data)
{
	for (int i = threadIdx.x; i < length[blockIdx.x]; i += blockDim.x)
		data[begin[blockIdx.x] + i] += 1; // twin-race: inter-block
}

int main()
{
	const int n = 300;
	std::vector<list> lists(n);
	std::vector<int> begin(n), length(n);
	int sum = 0;
	for (int i = 0; i < n; i++) {
		int count = 1 + rand() % 40;
		lists[i].begin = begin[i] = sum;
		lists[i].length = length[i] = count;
		sum += count; // twin: 		sum += count - 1;
	}
	list *on_device;
	int *from, *many;
	float *data;
	cudaMalloc(&on_device, n * sizeof(list));
	cudaMalloc(&from, n * sizeof(int));
	cudaMalloc(&many, n * sizeof(int));
	cudaMalloc(&data, sum * sizeof(float));
	cudaMemcpy(on_device, lists.data(), n * sizeof(list), cudaMemcpyHostToDevice);
	cudaMemcpy(from, begin.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(many, length.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	scale<<<n, 128>>>(on_device, data); // launch: race-free; twin-launch: race
	shift<<<n, 128>>>(from, many, data); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
