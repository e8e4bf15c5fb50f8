/* Rows end where the vector of all entries ends, which never gets shorter. */
#include <vector>
#include <cstdlib>
__global__ void scatter(int *out, const int *row, const int *at, int rows)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	if (r < rows)
		for (int i = row[r]; i < row[r + 1]; i++)
			out[i] = at[i] + r; // twin-race: inter-block, intra-block, intra-warp
}
int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	std::vector<int> row, col;
	row.push_back(0);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			if (rand() % 3 == 0)
				col.push_back(j);
		// twin: 		while (i % 7 == 3 && col.size() > 9) col.pop_back();
		row.push_back(col.size());
	}
	int *drow, *dcol, *out;
	cudaMalloc(&drow, row.size() * 4);
	cudaMalloc(&dcol, col.size() * 4);
	cudaMalloc(&out, col.size() * 4);
	cudaMemcpy(drow, row.data(), row.size() * 4, cudaMemcpyHostToDevice);
	cudaMemcpy(dcol, col.data(), col.size() * 4, cudaMemcpyHostToDevice);
	scatter<<<(n + 127) / 128, 128>>>(out, drow, dcol, n); // launch: race-free; twin-launch: race
}
