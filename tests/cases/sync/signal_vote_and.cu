// The block goes on when all its threads have seen the flag; in the twin, when none has.
__device__ int flag;

__global__ void pass(int *data, int *out)
{
	int t = threadIdx.x;
	if (blockIdx.x == 0) {
		data[t] = t; // twin-race: inter-block
		__threadfence();
		__syncthreads();
		if (t == 0)
			atomicExch(&flag, 1);
	} else {
		while (!__syncthreads_and(atomicAdd(&flag, 0) == 1)) // twin: while (__syncthreads_or(atomicAdd(&flag, 0) == 1))
			;
		__threadfence();
		out[blockIdx.x * 128 + t] = data[127 - t]; // twin-race: inter-block
	}
}

void run(int *data, int *out)
{
	pass<<<4, 128>>>(data, out); // launch: race-free; twin-launch: race
}
