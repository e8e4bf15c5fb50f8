// A structure with tables that is given by value, and that the host fills as it goes through tensors and their chunks: which entries it has is
// not followed. In the twin two threads of a block work on one element, whatever these are.
#include <cuda_runtime.h>

constexpr int chunk = 4096;

struct pack {
	float *p[24];
	int n[24];
	int tensor[320], part[320];
};

__global__ void scale(pack k)
{
	const int t = k.tensor[blockIdx.x], c = k.part[blockIdx.x];
	float *p = k.p[t];
	const int end = min(k.n[t], (c + 1) * chunk);
	int i = c * chunk + threadIdx.x; // twin: 	int i = c * chunk + threadIdx.x / 2;
	for (; i < end; i += blockDim.x)
		p[i] *= 2; // twin-race: intra-warp
}

int main()
{
	pack k{};
	int blocks = 0;
	for (int t = 0; t < 12; t++) {
		k.n[t] = 5000;
		cudaMalloc(&k.p[t], k.n[t] * sizeof(float));
		for (int c = 0; c * chunk < k.n[t]; c++) {
			k.tensor[blocks] = t;
			k.part[blocks] = c;
			blocks++;
		}
	}
	scale<<<blocks, 256>>>(k); // launch: undecided; twin-launch: race
	return cudaDeviceSynchronize();
}
