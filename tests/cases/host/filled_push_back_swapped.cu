#include <utility>
#include <vector>

__global__ void place(const int *where, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[where[i]] = i; // twin-race: inter-block,intra-block,intra-warp
}

int main()
{
	const int n = 1024;
	std::vector<int> list, other;
	int *where;
	float *out;
	for (int i = 0; i < n; i++) {
		list.push_back(i);
		other.push_back(i / 2);
	}
	other.clear(); // twin: std::swap(list, other);
	cudaMalloc(&where, n * sizeof(int));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemcpy(where, list.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	place<<<n / 256, 256>>>(where, out); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
