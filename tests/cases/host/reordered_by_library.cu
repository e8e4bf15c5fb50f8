// Permutations that functions of the library make: a list filled from behind and shuffled, copied in reverse, and changed in place.
#include <algorithm>
#include <cuda_runtime.h>
#include <numeric>
#include <random>
#include <stdlib.h>
#include <vector>

__global__ void scatter(const float *in, float *out, const int *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[to[i]] = in[i]; // twin-race: inter-block, intra-block, intra-warp
}

// The elements that a round changes are read by the next one.
__global__ void scatter_overwritten(const float *in, float *out, const int *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[to[i]] = in[i]; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

static int *on_device(const std::vector<int> &list)
{
	int *to;
	cudaMalloc(&to, list.size() * sizeof(int));
	cudaMemcpy(to, list.data(), list.size() * sizeof(int), cudaMemcpyHostToDevice);
	return to;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	float *in, *out;
	if (n < 2)
		return 1;
	cudaMalloc(&in, n * sizeof(*in));
	cudaMalloc(&out, n * sizeof(*out));
	std::vector<int> shuffled(n), plain(n), copied(n), changed(n), overwritten(n);
	std::iota(shuffled.rbegin(), shuffled.rend(), 0);
	std::mt19937 gen(argc);
	std::shuffle(shuffled.begin(), shuffled.end(), gen);
	std::iota(plain.begin(), plain.end(), 0);
	std::copy(plain.rbegin(), plain.rend(), copied.begin());
	std::iota(changed.begin(), changed.end(), 0);
	std::transform(changed.begin(), changed.end(), changed.begin(), [=](int x) { return n - 1 - x; }); // twin: std::transform(changed.begin(), changed.end(), changed.begin(), [=](int x) { return (n - 1 - x) / 2; });
	std::iota(overwritten.begin(), overwritten.end(), 0);
	std::copy(overwritten.rbegin(), overwritten.rend(), overwritten.begin());
	scatter<<<(n + 255) / 256, 256>>>(in, out, on_device(shuffled), n); // launch: race-free; twin-launch: race-free
	scatter<<<(n + 255) / 256, 256>>>(in, out, on_device(copied), n); // launch: race-free; twin-launch: race-free
	scatter<<<(n + 255) / 256, 256>>>(in, out, on_device(changed), n); // launch: race-free; twin-launch: race
	scatter_overwritten<<<(n + 255) / 256, 256>>>(in, out, on_device(overwritten), n); // launch: race; twin-launch: race
	return 0;
}
