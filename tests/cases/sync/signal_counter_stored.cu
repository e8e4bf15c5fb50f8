// Blocks count themselves for those that wait for all; in the twin somebody else puts a number there, and nothing is known of what is found.
__global__ void hand_over(int *out, int *value, int *ready)
{
	if (blockIdx.x < 32) {
		if (threadIdx.x == 0) {
			value[blockIdx.x] = blockIdx.x;
			__threadfence();
			atomicAdd(ready, 1);
		}
	} else if (threadIdx.x == 0) {
		while (atomicAdd(ready, 0) < 32)
			;
		__threadfence();
		out[blockIdx.x] = value[blockIdx.x - 32];
	} else if (threadIdx.x == 1) {
		atomicAdd(ready, 0); // twin: atomicExch(ready, 5);
	}
}

int main()
{
	int *out, *value, *ready;
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMalloc(&value, 32 * sizeof(int));
	cudaMalloc(&ready, sizeof(int));
	cudaMemset(ready, 0, sizeof(int));
	hand_over<<<64, 32>>>(out, value, ready); // launch: race-free; twin-launch: undecided
}
