// Running sums behind the last of which a number is stored alone, and sums made in the place of the counts.
#include <cuda_runtime.h>
#include <cstdlib>
#include <vector>

__global__ void scale(const int *begin, float *values, int n)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;

	if (row < n)
		for (int k = begin[row]; k < begin[row + 1]; k++)
			values[k] *= 2; // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]), m = 5000, *begin, *other, sum = 0;
	float *values;

	if (n < 2)
		return 1;
	std::vector<int> of(m), count(n), sums(n + 1), placed(n + 1);
	for (int &row : of)
		row = rand() % n;
	for (int row : of)
		count[row]++, placed[row]++;
	for (int i = 0; i < n; i++) {
		sums[i] = sum;
		sum += count[i];
	}
	sums[n] = m; // twin: sums[n / 2] = m;
	sum = 0;
	for (int i = 0; i <= n; i++) {
		int here = placed[i];
		placed[i] = sum;
		sum += here;
	}
	cudaMalloc(&begin, (n + 1) * sizeof(int));
	cudaMalloc(&other, (n + 1) * sizeof(int));
	cudaMalloc(&values, m * sizeof(float));
	cudaMemcpy(begin, sums.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	cudaMemcpy(other, placed.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	scale<<<(n + 127) / 128, 128>>>(begin, values, n); // launch: race-free; twin-launch: race
	scale<<<(n + 127) / 128, 128>>>(other, values, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();
	return 0;
}
