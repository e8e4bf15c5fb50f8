// Numbers that go to one of two lists, which a reference is chosen to: that two are equal is not followed. The twin appends inputs.
#include <cstdlib>
#include <vector>

__global__ void smooth(float *x, const int *list, int count)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;

	if (t < count)
		x[list[t]] *= 0.5f; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), *list;
	std::vector<int> odd, even;
	float *x;

	for (int i = 0; i < n; i++) {
		std::vector<int> &to = i % 2 ? odd : even;

		to.push_back(i); // twin: to.push_back(atoi(argv[i]));
	}
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&list, n * sizeof(int));
	cudaMemcpy(list, odd.data(), odd.size() * sizeof(int), cudaMemcpyHostToDevice);
	smooth<<<((int)odd.size() + 127) / 128, 128>>>(x, list, (int)odd.size()); // launch: undecided; twin-launch: race
	cudaDeviceSynchronize();
}
