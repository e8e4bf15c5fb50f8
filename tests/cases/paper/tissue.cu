// Several threads accumulate into one tissue point "in turns" that nothing enforces; they share a warp.
// races: 4
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void tissue(const int *__restrict__ points, const float *__restrict__ weight, float *__restrict__ ct,
		       const float *__restrict__ prev, int nnt, int step)
{
	const int i = blockDim.x * blockIdx.x + threadIdx.x;

	if (i >= step * nnt)
		return;
	const int itp = i / step, part = i % step;
	const int x = points[itp], y = points[itp + nnt], z = points[itp + 2 * nnt];
	float p = 0.f;

	for (int j = part; j < nnt; j += step) {
		int d = abs(points[j] - x) + abs(points[j + nnt] - y) + abs(points[j + 2 * nnt] - z);
		p += weight[d] * prev[j];
	}
	if (part == 0)
		ct[itp] = p; // race: intra-warp
	for (int turn = 1; turn < step; turn++)
		if (part == turn)
			ct[itp] += p; // race: intra-warp
}

int main(int argc, char **argv)
{
	const int dim = atoi(argv[1]);

	if (dim <= 0 || dim > 32)
		return 1;
	const int nnt = dim * dim * dim, most = 32 * 32 * 32;
	int *points;
	float *weight, *ct, *prev;

	cudaMalloc(&points, 3 * most * sizeof(int));
	cudaMalloc(&weight, 2 * most * sizeof(float));
	cudaMalloc(&ct, most * sizeof(float));
	cudaMalloc(&prev, most * sizeof(float));

	int threads = 256;
	int step = 4; // twin: int step = 1;
	int blocks = (step * nnt + threads - 1) / threads;

	for (int i = 0; i < 2; i++)
		tissue<<<blocks, threads>>>(points, weight, ct, prev, nnt, step); // launch: race; twin-launch: race-free
	return cudaDeviceSynchronize();
}
