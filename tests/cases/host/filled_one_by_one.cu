#include <vector>

__global__ void bands(const int *begin, float *out)
{
	out[begin[blockIdx.x] + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}

int main()
{
	int list[4], *begin;
	float *out;
	list[0] = 512;
	list[1] = 0;
	list[2] = 768;
	list[3] = 256; // twin: list[3] = 250;
	cudaMalloc(&out, 2048 * sizeof(float));
	cudaMalloc(&begin, sizeof(list));
	cudaMemcpy(begin, list, sizeof(list), cudaMemcpyHostToDevice);
	bands<<<4, 256>>>(begin, out); // launch: race-free; twin-launch: race
	std::vector<int> others{ 1256, 0, 868, 512, 1512 };
	int *further;
	cudaMalloc(&further, others.size() * sizeof(int));
	cudaMemcpy(further, others.data(), others.size() * sizeof(int), cudaMemcpyHostToDevice);
	bands<<<others.size(), 256>>>(further, out); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
}
