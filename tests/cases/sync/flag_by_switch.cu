// A switch over what an atomic read found lets only those read who have seen the signal.
__global__ void pass(int *data, int *flag, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		*data = 3; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, 2);
		return;
	}
	switch (atomicAdd(flag, 0)) {
	case 2: // twin: case 1: case 0: case 2:
		__threadfence();
		out[blockIdx.x] = *data; // twin-race: inter-block
		break;
	case 3:
		out[16 + blockIdx.x] = 1;
	}
}

void run(int *data)
{
	int *flag, *out;

	cudaMalloc(&flag, 4);
	cudaMalloc(&out, 100);
	cudaMemset(flag, 0, 4);
	pass<<<9, 32>>>(data, flag, out); // launch: race-free; twin-launch: race
}
