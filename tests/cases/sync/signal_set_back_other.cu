// Two flags that take turns: who sets one sets the other back, a round before it is used again. In the twin he sets back the one
// that he has just set.
__global__ void rounds(const int *in, int *out, int n)
{
	__shared__ int words[2];
	__shared__ int flags[2];
	if (threadIdx.x < 2)
		flags[threadIdx.x] = 0;
	__syncthreads();
	for (int i = 0; i < n; i++) {
		if (threadIdx.x == 0) {
			words[i & 1] = in[i]; // twin-race: intra-block
			__threadfence_block();
			atomicExch(&flags[i & 1], 1);
			atomicExch(&flags[(i + 1) & 1], 0); // twin: 			atomicExch(&flags[(i + 2) & 1], 0);
		} else if (threadIdx.x == 32) {
			while (atomicAdd(&flags[i & 1], 0) != 1)
				;
			__threadfence_block();
			out[blockIdx.x * n + i] = words[i & 1]; // twin-race: intra-block
		}
		__syncthreads();
	}
}

void run(const int *in, int *out, int n)
{
	rounds<<<8, 96>>>(in, out, n); // launch: race-free; twin-launch: race
}
