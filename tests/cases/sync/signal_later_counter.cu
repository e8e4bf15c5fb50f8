// The same by one counter of each pair, of which it is not known what a later round's addition finds. In the twin there is one buffer.
__global__ void exchange(float *halo, unsigned *count, float *out, int rounds)
{
	int own = blockIdx.x, other = own ^ 1;
	for (int r = 0; r < rounds; r++) {
		int buffer = r & 1; // twin: 		int buffer = 0;
		halo[buffer * 16 + own] = r; // twin-race: inter-block
		__threadfence();
		atomicAdd(&count[own / 2], 1);
		while (atomicAdd(&count[own / 2], 0) < 2 * (r + 1))
			;
		__threadfence();
		out[r * 16 + own] = halo[buffer * 16 + other]; // twin-race: inter-block
	}
}

int main()
{
	float *halo, *out;
	unsigned *count;
	cudaMalloc(&halo, 32 * sizeof(float));
	cudaMalloc(&out, 1600 * sizeof(float));
	cudaMalloc(&count, 8 * sizeof(unsigned));
	cudaMemset(count, 0, 8 * sizeof(unsigned));
	exchange<<<16, 1>>>(halo, count, out, 100); // launch: undecided; twin-launch: race
}
