// Loops that fill a list from its last element down to the first, by counters of both signs and by iterators.
#include <cuda_runtime.h>
#include <numeric>
#include <stdlib.h>
#include <vector>

__global__ void scatter(const float *in, float *out, const int *to, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[to[i]] = in[i]; // twin-race: inter-block, intra-block, intra-warp
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
	if (n < 1)
		return 1;
	cudaMalloc(&in, n * sizeof(*in));
	cudaMalloc(&out, n * sizeof(*out));
	std::vector<int> mirrored(n), counted(n), turned(n);
	for (int i = 0; i < n; i++)
		mirrored[n - 1 - i] = i; // twin: mirrored[n - 1 - i] = i / 2;
	for (unsigned i = n; i-- > 0;)
		counted[i] = n - 1 - i;
	std::iota(turned.rbegin(), turned.rend(), 0);
	scatter<<<(n + 255) / 256, 256>>>(in, out, on_device(mirrored), n); // launch: race-free; twin-launch: race
	scatter<<<(n + 255) / 256, 256>>>(in, out, on_device(counted), n); // launch: race-free; twin-launch: race-free
	scatter<<<(n + 255) / 256, 256>>>(in, out, on_device(turned), n); // launch: race-free; twin-launch: race-free
	return 0;
}
