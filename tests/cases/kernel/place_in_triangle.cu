// xfail: that an inner loop has not left both loops in an earlier round is not known, which makes it undecided
// twin-xfail: the same
// Each block looks for its place in a triangle and leaves both loops there.
__device__ void place(int n, int *row, int *col)
{
	int i = 0;

	for (int r = 0; r < n; r++)
		for (int c = 0; c <= r; c++) {
			if (i == blockIdx.y) {
				*row = r;
				*col = c;
				return;
			}
			i++;
		}
}

__global__ void fill(float *out, int n)
{
	int row, col;

	place(n, &row, &col);
	if (threadIdx.x == 0)
		out[row * n + col] = blockIdx.y; // twin-race: inter-block; twin: out[row] = blockIdx.y;
}

int main()
{
	float *out;

	cudaMalloc(&out, 4 * 24 * 24);
	fill<<<dim3(1, 24 * 25 / 2), 32>>>(out, 24); // launch: race-free; twin-launch: race
}
