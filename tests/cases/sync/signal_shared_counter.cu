// A warp counts itself in shared memory, another one waits for all of it; in the twin for all but one.
__global__ void hand_over(int *out)
{
	__shared__ int ready, value[32];
	if (threadIdx.x == 0)
		ready = 0;
	__syncthreads();
	if (threadIdx.x < 32) {
		value[threadIdx.x] = threadIdx.x; // twin-race: intra-block
		__threadfence_block();
		atomicAdd(&ready, 1);
	} else {
		while (atomicAdd(&ready, 0) < 32) // twin: while (atomicAdd(&ready, 0) < 31)
			;
		__threadfence_block();
		out[blockIdx.x * 32 + threadIdx.x - 32] = value[63 - threadIdx.x]; // twin-race: intra-block; twin-cause: what lets the wait at line 13 go on need not be the signal at line 11
	}
}

int main()
{
	int *out;
	cudaMalloc(&out, 64 * 32 * sizeof(int));
	hand_over<<<64, 64>>>(out); // launch: race-free; twin-launch: race
}
