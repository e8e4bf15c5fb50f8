// What a thread has found is kept in a variable that the loop alone sets: who asks for it behind has been in the loop. In the twin it is set before, so that
// all threads store where there are no rounds.
__global__ void relax(float *cells, float *out, int rounds)
{
	__shared__ float now[256], next[256];
	int t = threadIdx.x;
	bool mine; // twin: 	bool mine = true;
	now[t] = cells[t];
	__syncthreads();
	for (int i = 0; i < rounds; i++) {
		mine = false;
		if (t > i && t < 64 - i) {
			mine = true;
			next[t] = now[t - 1] + now[t + 1];
		}
		__syncthreads();
		if (i == rounds - 1)
			break;
		if (mine)
			now[t] = next[t];
		__syncthreads();
	}
	if (mine)
		out[t % 64] = next[t]; // twin-race: intra-block
}

// The last element that was looked at: all have the same, so that all store it.
__global__ void last_seen(int *out, int rounds)
{
	int last;
	for (int i = 0; i < rounds; i++)
		last = i * 2;
	out[last] = threadIdx.x; // race: intra-block,intra-warp; twin-race: intra-block,intra-warp
}

void run(float *cells, float *out, int *last, int rounds)
{
	relax<<<1, 256>>>(cells, out, rounds); // launch: race-free; twin-launch: race
	last_seen<<<1, 256>>>(last, rounds); // launch: race; twin-launch: race
}
