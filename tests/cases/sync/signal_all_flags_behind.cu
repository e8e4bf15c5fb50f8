// One thread waits for the flags of all blocks in each round; in the twin, from the second round on, for what they have set in the round before. That
// the loop of waits of the round before is over does not say that there was one more wait, for a flag behind the last one.
__global__ void each_round(int *data, volatile int *flag, int *out, int rounds)
{
	for (int r = 0; r < rounds; r++) {
		if (blockIdx.x > 0) {
			data[r * gridDim.x + blockIdx.x] = r; // twin-race: inter-block
			__threadfence();
			flag[blockIdx.x] = r + 1;
		} else {
			int goal = r + 1; // twin: int goal = r ? r : 1;
			for (int b = 1; b < gridDim.x; b++)
				while (flag[b] < goal)
					;
			__threadfence();
			int sum = 0;
			for (int j = 1; j < gridDim.x; j++)
				sum += data[r * gridDim.x + j]; // twin-race: inter-block
			out[r] = sum;
		}
	}
}

void run(int *data, int *flag, int *out, int rounds)
{
	each_round<<<200, 1>>>(data, flag, out, rounds); // launch: race-free; twin-launch: race
}
