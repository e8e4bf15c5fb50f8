#include <vector>
__global__ void chunk(const int *start, float *out)
{
	out[start[blockIdx.x] + threadIdx.x] = threadIdx.x; // twin-race: inter-block
}
int main(int argc, char **argv)
{
	int chunks = argc + 7;
	std::vector<int> start;
	for (int c = 0; c < chunks; c++)
		start.push_back(c * 64); // twin: start.push_back(c * 32);
	int *d;
	float *out;
	cudaMalloc(&d, start.size() * sizeof(int));
	cudaMalloc(&out, chunks * 64 * sizeof(float));
	cudaMemcpy(d, start.data(), start.size() * sizeof(int), cudaMemcpyHostToDevice);
	chunk<<<chunks, 64>>>(d, out); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
