// What launches before the last one have left, each of which was given something else: the last but one raises the flag to a later step, or does
// nothing at all and leaves it as the first one did. In the twin the steps grow.
// A kernel between that writes elsewhere leaves it too, one that sets it back does not.
__global__ void step(int *flag, int *data, int *out, int number)
{
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		data[0] = number;
		__threadfence();
		*(volatile int *)flag = number;
	}
	if (blockIdx.x == 1 && threadIdx.x == 0) {
		while (*(volatile int *)flag < number)
			;
		__threadfence();
		out[0] = data[0];
	}
}

__global__ void hand(int *flag, int *data, int *out, int go)
{
	if (!go)
		return;
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		data[0] = 3;
		__threadfence();
		*(volatile int *)flag = 1;
	}
	if (blockIdx.x == 1 && threadIdx.x == 0) {
		while (*(volatile int *)flag != 1)
			;
		__threadfence();
		out[0] = data[0];
	}
}

__global__ void put(int *x)
{
	if (threadIdx.x == 0)
		x[3] = 1;
}

__global__ void reset(int *x)
{
	if (threadIdx.x == 0)
		x[0] = 0;
}

int main()
{
	int *flags, *data, *out;
	cudaMalloc(&flags, 64);
	cudaMalloc(&data, 64);
	cudaMalloc(&out, 64);
	cudaMemset(flags, 0, 64);
	step<<<2, 32>>>(flags, data, out, 2); // launch: race-free; twin-launch: race-free
	put<<<1, 32>>>(flags); // launch: race-free; twin-launch: race-free
	step<<<2, 32>>>(flags, data, out, 1); // launch: undecided; twin-launch: undecided
	reset<<<1, 32>>>(flags); // launch: race-free; twin-launch: race-free
	step<<<2, 32>>>(flags, data, out, 1); // launch: race-free; twin-launch: race-free
	return 0;
}

void run(int *flags, int *data, int *out)
{
	step<<<2, 32>>>(flags, data, out, 2); // launch: race-free; twin-launch: race-free
	step<<<2, 32>>>(flags, data, out, 1); // launch: undecided; twin-launch: race-free; twin: 	step<<<2, 32>>>(flags, data, out, 3);
}

void run_hand(int *flags, int *data, int *out)
{
	hand<<<2, 32>>>(flags, data, out, 1); // launch: race-free; twin-launch: race-free
	hand<<<2, 32>>>(flags, data, out, 0); // launch: race-free; twin-launch: race-free
	hand<<<2, 32>>>(flags, data, out, 1); // launch: undecided; twin-launch: undecided
}
