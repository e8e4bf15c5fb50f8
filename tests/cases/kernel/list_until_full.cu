// Each thread fills a row of its own until it is full, which it sees behind the increment, at the end of a round.
#include <cuda_runtime.h>
#include <cstdlib>

__global__ void near(const float *x, const int *first, int *row, int points, int most, float r)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= points)
		return;
	int count = 0;
	for (int i = first[p]; i < first[p + 1]; i++) {
		if (x[i] < r) {
			row[p * most + count] = i; // twin-race: inter-block, intra-block, intra-warp
			count++;
		}
		if (count >= most)
			break;
	}
}

// The last one is seen too late: not told, but not proved.
__global__ void late(const float *x, const int *first, int *row, int points, int most, float r)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x;
	if (p >= points)
		return;
	int count = 0;
	for (int i = first[p]; i < first[p + 1]; i++) {
		if (x[i] < r) {
			row[p * most + count] = i;
			count++;
		}
		if (count > most)
			break;
	}
}

int main(int argc, char **argv)
{
	int points = atoi(argv[1]), most = atoi(argv[2]), n = atoi(argv[3]), *first, *row;
	float *x;
	if (points <= 0 || most <= 0)
		return 1;
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&first, (points + 1) * sizeof(int));
	cudaMalloc(&row, points * most * sizeof(int));
	near<<<(points + 255) / 256, 256>>>(x, first, row, points, most, 0.5f); // launch: race-free; twin-launch: race; twin: 	near<<<(points + 255) / 256, 256>>>(x, first, row, points, most - 1, 0.5f);
	late<<<(points + 255) / 256, 256>>>(x, first, row, points, most, 0.5f); // launch: undecided; twin-launch: undecided
	return cudaDeviceSynchronize();
}
