// An MCS lock in shared memory, taken by one lane of each warp; its tail is set before. In the twin nobody waits.
__global__ void add(int *out)
{
	__shared__ int tail, next[8], locked[8], sum;
	volatile int *vnext = next, *vlocked = locked;
	int w = threadIdx.x / 32;

	if (threadIdx.x == 0) {
		tail = -1;
		sum = 0;
	}
	__syncthreads();
	if (threadIdx.x % 32 == 0) {
		vnext[w] = -1; // twin-race: intra-block
		vlocked[w] = 1;
		__threadfence_block();
		int before = atomicExch(&tail, w);
		if (before >= 0) {
			vnext[before] = w; // twin-race: intra-block
			while (vlocked[w]) // twin:
				;
		}
		__threadfence_block();
		sum += w; // twin-race: intra-block
		__threadfence_block();
		if (vnext[w] >= 0 || atomicCAS(&tail, w, -1) != w) { // twin-race: intra-block
			while (vnext[w] < 0)
				;
			vlocked[vnext[w]] = 0; // twin-race: intra-block
		}
	}
	__syncthreads();
	if (threadIdx.x == 0)
		out[blockIdx.x] = sum;
}
void run(int *out)
{
	add<<<32, 256>>>(out); // launch: race-free; twin-launch: race
}
