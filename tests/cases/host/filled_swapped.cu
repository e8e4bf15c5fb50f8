#include <cstdlib>

__global__ void place(const int *where, const float *in, float *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[where[i]] = in[i]; // twin-race: inter-block,intra-block,intra-warp
}

int main()
{
	const int n = 1024;
	int *order = (int *)malloc(n * sizeof(int)), *where;
	float *in, *out;
	for (int i = 0; i < n; i++)
		order[i] = i;
	for (int i = n - 1; i > 0; i--) {
		int j = rand() % (i + 1), other = order[j];
		order[j] = order[i]; // twin: order[j] = order[i - 1];
		order[i] = other;
	}
	cudaMalloc(&where, n * sizeof(int));
	cudaMalloc(&in, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMemcpy(where, order, n * sizeof(int), cudaMemcpyHostToDevice);
	place<<<n / 256, 256>>>(where, in, out); // launch: race-free; twin-launch: race
	free(order);
}
