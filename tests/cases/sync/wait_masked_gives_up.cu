// A bit of the flag is waited for. The twin's wait gives up and goes on.
__global__ void hand_over(int *flag, int *data, int *out)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 42; // twin-race: inter-block
		__threadfence();
		atomicExch(flag, 3);
		return;
	}
	int tries = 0;
	while ((atomicAdd(flag, 0) & 1) != 1) // twin: while ((atomicAdd(flag, 0) & 1) != 1 && tries < 1000)
		tries++;
	__threadfence();
	out[blockIdx.x] = data[0] + tries; // twin-race: inter-block; twin-cause: need not be the signal at line 9
}

void run(int *flag, int *data, int *out)
{
	hand_over<<<8, 32>>>(flag, data, out); // launch: race-free; twin-launch: race
}
