/* A loop sets the flags of a block to 0 before one of them is waited for. Where it leaves that one out, the wait may go on at once. */
__global__ void pass(int *out, int *in)
{
	__shared__ volatile int flag[8];
	__shared__ int data[64];
	for (int i = threadIdx.x; i < 8; i += blockDim.x) // twin: 	for (int i = threadIdx.x; i < 3; i += blockDim.x)
		flag[i] = 0;
	__syncthreads();
	if (threadIdx.x < 32) {
		data[threadIdx.x] = in[threadIdx.x]; // twin-race: intra-block
		__syncwarp();
		if (threadIdx.x == 0) {
			__threadfence_block();
			flag[3] = 1;
		}
	} else {
		while (flag[3] == 0)
			;
		__threadfence_block();
		out[threadIdx.x] = data[threadIdx.x - 32]; // twin-race: intra-block
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
