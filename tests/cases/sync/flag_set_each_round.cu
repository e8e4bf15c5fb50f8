/* Each round sets its own flag to 0 before it waits for it; what a later round sets is no use to this one. */
__global__ void pass(int *out, int *in)
{
	__shared__ volatile int flag[8];
	__shared__ int data[8][32];
	for (int r = 0; r < 8; r++) {
		if (threadIdx.x == 0)
			flag[r] = 0; // twin: 			flag[7 - r] = 0;
		__syncthreads();
		if (threadIdx.x < 32) {
			data[r][threadIdx.x] = in[threadIdx.x]; // twin-race: intra-block
			__syncwarp();
			if (threadIdx.x == 0) {
				__threadfence_block();
				flag[r] = 1;
			}
		} else {
			while (flag[r] == 0)
				;
			__threadfence_block();
			out[threadIdx.x] += data[r][threadIdx.x - 32]; // twin-race: intra-block
		}
	}
}

int main()
{
	int *out, *in;
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMalloc(&in, 64 * sizeof(int));
	pass<<<1, 64>>>(out, in); // launch: race-free; twin-launch: race
	return 0;
}
