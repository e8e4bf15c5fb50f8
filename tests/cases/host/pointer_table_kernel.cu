// Tables of pointers that a kernel has filled: by a thread for each row, in a loop, in a way that is not followed.
__global__ void lay(float **table, float *memory, int n, int rows)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows)
		table[i] = memory + i * n;
}

__global__ void lay_in_turn(float **table, float *memory, int n, int rows)
{
	for (int i = 0; i < rows; i++)
		table[i] = memory + 2 * n * (size_t)i;
}

__global__ void lay_halves(float **table, float *memory, int n)
{
	table[threadIdx.x] = memory + threadIdx.x / 2 * n;
}

__global__ void fill(float **table, int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		table[blockIdx.x][i] = i; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	int rows = 100, width = 200 + argc;
	int apart = width; // twin: 	int apart = width / 4;
	float **table, **turns, **halves, *memory;
	cudaMalloc(&table, rows * sizeof(float *));
	cudaMalloc(&turns, rows * sizeof(float *));
	cudaMalloc(&halves, rows * sizeof(float *));
	cudaMalloc(&memory, 8 * rows * width);
	lay<<<(rows + 63) / 64, 64>>>(table, memory, apart, rows); // launch: race-free; twin-launch: race-free
	lay_in_turn<<<1, 1>>>(turns, memory, apart, rows); // launch: race-free; twin-launch: race-free
	lay_halves<<<1, rows>>>(halves, memory, apart); // launch: race-free; twin-launch: race-free
	fill<<<rows, 64>>>(table, width); // launch: race-free; twin-launch: race
	fill<<<rows, 64>>>(turns, width); // launch: race-free; twin-launch: race
	fill<<<rows, 64>>>(halves, width); // launch: undecided; twin-launch: undecided
}
