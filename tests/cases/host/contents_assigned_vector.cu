// Running sums whose copy, assigned from a range, serves as cursors: what assigns is large before it is simplified.
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

int main()
{
	int n = 1000, m = 5000, *begin;
	float *values;
	std::vector<int> of(m), count(n), sums(n + 1), cursor, list(m);

	for (int &row : of)
		row = rand() % n;
	for (int row : of)
		count[row]++;
	for (int i = 0; i < n; i++)
		sums[i + 1] = sums[i] + count[i];
	cursor.assign(sums.begin(), sums.end()); // twin: sums.assign(of.begin(), of.begin() + n + 1);
	for (int i = 0; i < m; i++)
		list[cursor[of[i]]++] = i;
	cudaMalloc(&begin, (n + 1) * sizeof(int));
	cudaMalloc(&values, m * sizeof(float));
	cudaMemcpy(begin, sums.data(), (n + 1) * sizeof(int), cudaMemcpyHostToDevice);
	scale<<<(n + 127) / 128, 128>>>(begin, values, n); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
	return 0;
}
