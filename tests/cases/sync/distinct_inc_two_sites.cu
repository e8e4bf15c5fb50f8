// Two places draw slots of one ring: it has to have as many as both draw together.
__global__ void log_both(int *ring, unsigned *head, const int *in)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned at;
	if (i % 2)
		at = atomicInc(head, 1023); // twin: at = atomicInc(head, 767);
	else
		at = atomicInc(head, 1023);
	ring[at] = in[i]; // twin-race: inter-block, intra-block, intra-warp
	at = atomicInc(head, 1023);
	ring[at] = -in[i]; // twin-race: inter-block, intra-block, intra-warp
}

void run(int *ring, unsigned *head, const int *in)
{
	cudaMemset(head, 0, sizeof(unsigned));
	log_both<<<4, 85>>>(ring, head, in); // launch: race-free; twin-launch: race
}
