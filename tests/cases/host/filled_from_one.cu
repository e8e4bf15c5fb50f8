#include <cstdlib>
__global__ void segments(const int *first, float *out, int len)
{
	int s = blockIdx.x;
	for (int i = threadIdx.x; i < len; i += blockDim.x)
		out[first[s] + i] = s; // twin-race: inter-block
}
void run(int n, int len)
{
	int *first = (int *)malloc((n + 1) * sizeof(int)), *d;
	float *out;
	if (n >= 1) {
		for (int i = 0; i < n; i++)
			first[i] = i * len; // twin: first[i] = i * (len - 1);
	}
	cudaMalloc((void **)&d, n * sizeof(int));
	cudaMalloc((void **)&out, n * len * sizeof(float));
	cudaMemcpy(d, first, n * sizeof(int), cudaMemcpyHostToDevice);
	if (n >= 1)
		segments<<<n, 128>>>(d, out, len); // launch: race-free; twin-launch: race
	cudaFree(d);
	cudaFree(out);
	free(first);
}
