// The host changes places that a kernel has computed, by a fill or from memory of its own: what the kernel left there is gone, and the race stays. In the twin it changes
// other memory first.
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void number(int *place, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		place[i] = i % 2 ? i / 2 : (n + i) / 2;
}

__global__ void scatter(const int *place, const float *in, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[place[i]] = in[i]; // race: inter-block,intra-block,intra-warp; twin-race: inter-block,intra-block,intra-warp
}

int main()
{
	const int n = 4096;
	int *place, *other;
	float *in, *out;
	cudaMalloc(&place, n * sizeof(int));
	cudaMalloc(&other, n * sizeof(int));
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	number<<<n / 256, 256>>>(place, n); // launch: race-free; twin-launch: race-free
	cudaMemset(place, 0, n * sizeof(int)); // twin: 	cudaMemset(other, 0, n * sizeof(int));
	scatter<<<n / 256, 256>>>(place, in, out, n); // launch: race; twin-launch: undecided

	int *found = (int *)malloc(n * sizeof(int));
	for (int i = 0; i < n; i++)
		found[i] = rand() % n;
	number<<<n / 256, 256>>>(place, n); // launch: race-free; twin-launch: race-free
	cudaMemcpy(place, found, n * sizeof(int), cudaMemcpyHostToDevice);
	scatter<<<n / 256, 256>>>(place, in, out, n); // launch: race; twin-launch: race
	cudaDeviceSynchronize();
}
