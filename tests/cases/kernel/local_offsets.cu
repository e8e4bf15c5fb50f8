// Offsets of two buffers in an array of the thread's own; in the twin they overlap.
__global__ void turn(const int *in, int *out, int n)
{
	extern __shared__ int s[];
	int offset[2] = { 0, (int)blockDim.x }; // twin: int offset[2] = { 0, (int)blockDim.x / 2 };
	int t = threadIdx.x;

	for (int i = 0; i < n; i++) {
		s[offset[i % 2] + t] = in[i * blockDim.x + t]; // twin-race: intra-block
		__syncthreads();
		out[i * blockDim.x + t] = s[offset[i % 2] + blockDim.x - 1 - t]; // twin-race: intra-block
	}
}

void run(const int *in, int *out, int n)
{
	turn<<<1, 256, 2 * 256 * sizeof(int)>>>(in, out, n); // launch: race-free; twin-launch: race
}
