#include <algorithm>
#include <numeric>
#include <random>
#include <vector>
__global__ void permute(const int *perm, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[perm[i]] = in[i]; // twin-race: inter-block,intra-block,intra-warp
}
int main(int argc, char **argv)
{
	const int n = 4096;
	std::vector<int> perm(n);
	std::iota(perm.begin(), perm.end(), 0);
	std::mt19937 gen(argc);
	std::shuffle(perm.begin(), perm.end(), gen); // twin: for (int &p : perm) p = gen() % n;
	int *d;
	float *in, *out;
	cudaMalloc(&d, n * sizeof(int));
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemcpy(d, perm.data(), n * sizeof(int), cudaMemcpyHostToDevice);
	permute<<<n / 256, 256>>>(d, in, out, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
