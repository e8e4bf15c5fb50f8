// Places of one object that are as far apart as numbers of 64 bits go.
__global__ void marks(char *count, int *rows)
{
	int found = atomicAdd((int *)count, 1);
	if (threadIdx.x == 0 && blockIdx.x == 0)
		count[0x7ffffffffffffffdLL] = 3;
	rows[found] = threadIdx.x + 1; // twin-race: inter-block,intra-block,intra-warp; twin: rows[found / 2] = threadIdx.x + 1;
}

int main()
{
	char *count;
	int *rows;
	cudaMalloc(&count, ~0ull >> 1);
	cudaMalloc(&rows, 1024 * sizeof(int));
	cudaMemset(count, 0, 4);
	marks<<<8, 128>>>(count, rows); // launch: race-free; twin-launch: race
	return 0;
}
