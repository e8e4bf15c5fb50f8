// One slot, full or empty by one flag: who fills it waits until it was emptied, which he has said himself not to be before. So that the
// flag is 0 at first is no signal to him. In the twin nobody waits for it to be emptied.
__device__ volatile int flag;
__device__ int slot;

__global__ void pass(int *out, int n)
{
	if (blockIdx.x == 0 && threadIdx.x == 0)
		for (int i = 0; i < n; i++) {
			slot = i; // twin-race: inter-block
			__threadfence();
			flag = 1;
			while (flag != 0) // twin: 			while (flag < 0)
				;
			__threadfence();
		}
	if (blockIdx.x == 1 && threadIdx.x == 0)
		for (int j = 0; j < n; j++) {
			while (flag == 0)
				;
			__threadfence();
			out[j] = slot; // twin-race: inter-block
			__threadfence();
			flag = 0;
		}
}

void run(int *out, int n)
{
	int zero = 0;
	cudaMemcpyToSymbol(flag, &zero, sizeof(zero));
	pass<<<2, 32>>>(out, n); // launch: race-free; twin-launch: race
}
