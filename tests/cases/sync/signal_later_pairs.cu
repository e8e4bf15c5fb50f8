// The same between pairs of blocks whose first threads wait for their blocks. In the twin no fence comes before the signal.
__global__ void exchange(float *halo, volatile int *ready, float *out, int rounds)
{
	int own = blockIdx.x, other = own ^ 1, t = threadIdx.x;
	for (int r = 0; r < rounds; r++) {
		float *buffer = halo + (r & 1) * gridDim.x * 64;
		buffer[own * 64 + t] = r; // twin-race: inter-block
		__syncthreads();
		if (t == 0) {
			__threadfence(); // twin:
			ready[own] = r + 1;
			while (ready[other] < r + 1)
				;
			__threadfence();
		}
		__syncthreads();
		out[(r * gridDim.x + own) * 64 + t] = buffer[other * 64 + 63 - t]; // twin-race: inter-block
	}
}

int main()
{
	float *halo, *out;
	int *ready;
	cudaMalloc(&halo, 2 * 16 * 64 * sizeof(float));
	cudaMalloc(&out, 100 * 16 * 64 * sizeof(float));
	cudaMalloc(&ready, 16 * sizeof(int));
	cudaMemset(ready, 0, 16 * sizeof(int));
	exchange<<<16, 64>>>(halo, ready, out, 100); // launch: race-free; twin-launch: race
}
