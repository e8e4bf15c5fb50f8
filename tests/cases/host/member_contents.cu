// What the host puts behind a pointer that is a member of a struct stays there while kernels write behind other members alone.
#include <cuda_runtime.h>
#include <cstdlib>

struct csr {
	int *rows;
	float *values;
	int n;
};

__global__ void clear(csr m)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < m.n)
		m.values[i] = 0; // twin: 		m.rows[i] = 0;
}

__global__ void scale(csr m, const float *x)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= m.n)
		return;
	for (int j = m.rows[i]; j < m.rows[i + 1]; j++)
		m.values[j] = 2 * x[i]; // twin-race: inter-block, intra-block, intra-warp
}

void run(int n, float *x)
{
	csr m;
	int *rows = (int *)malloc((n + 1) * sizeof(int));
	m.n = n;
	for (int i = 0; i <= n; i++)
		rows[i] = 4 * i; // fact: contents
	cudaMalloc(&m.rows, (n + 1) * sizeof(int));
	cudaMalloc(&m.values, 4 * n * sizeof(float));
	cudaMemcpy(m.rows, rows, (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	clear<<<(n + 127) / 128, 128>>>(m); // launch: race-free; twin-launch: race-free
	scale<<<(n + 127) / 128, 128>>>(m, x); // launch: race-free; twin-launch: race
}
