// A matrix is turned round in place, in one of four ways that two flags of the launch choose; what each exchanges is told apart by its
// own quotients and remainders.
#include <cuda_runtime.h>
#include <stdlib.h>

__global__ void reverse(int *data, int rows, int columns, bool row_major, bool along_rows, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int from, to;
	if (i >= n)
		return;
	if (!row_major && !along_rows) {
		from = i;
		to = (columns - i / rows - 1) * rows + i % rows;
	} else if (!row_major) {
		int half = (rows + 1) / 2, r = i % half, c = i / half;
		from = c * rows + r;
		to = c * rows + rows - r - 1; // twin: to = c * rows + rows - r;
	} else if (!along_rows) {
		int half = (columns + 1) / 2, r = i / half, c = i % half;
		from = r * columns + c;
		to = r * columns + columns - c - 1;
	} else {
		from = i;
		to = (rows - i / columns - 1) * columns + i % columns;
	}
	int a = data[from], b = data[to]; // twin-race: inter-block, intra-block, intra-warp
	data[to] = a; // twin-race: inter-block, intra-block, intra-warp
	data[from] = b; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	int rows = atoi(argv[1]), columns = atoi(argv[2]);
	bool row_major = atoi(argv[3]), along_rows = atoi(argv[4]);
	int n = along_rows ? (rows + 1) / 2 * columns : rows * ((columns + 1) / 2);
	int *data;
	cudaMalloc(&data, sizeof(int) * rows * columns);
	reverse<<<(n + 255) / 256, 256>>>(data, rows, columns, row_major, along_rows, n); // launch: race-free; twin-launch: race
	cudaFree(data);
	return argc != 5;
}
