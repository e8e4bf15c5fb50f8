// Rows are divided by half of a size whose sign is not known: whatever it is, the place is the thread's number.
__global__ void gate(int rows, int half, int columns, const float *in, float *out)
{
	int index = blockIdx.x * blockDim.x + threadIdx.x;
	if (index >= rows * half * columns)
		return;
	int i = index / half / columns, j = index / columns % half, k = index % columns;
	out[i * (half * columns) + j * columns + k] = in[index]; // twin-race: inter-block,intra-block,intra-warp; twin: out[i * (half * columns) + k] = in[index];
}

void run(int rows, int size, int columns, const float *in, float *out)
{
	int half = size / 2;
	gate<<<(rows * half * columns + 255) / 256, 256>>>(rows, half, columns, in, out); // launch: race-free; twin-launch: race
}
