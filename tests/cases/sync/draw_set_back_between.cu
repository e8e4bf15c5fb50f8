// Places are drawn twice, and the counter is set back between barriers: what was drawn before is drawn again. In the twin it counts on.
__global__ void places(int *out)
{
	__shared__ unsigned next;
	__shared__ int taken[256];
	int t = threadIdx.x;
	if (t == 0)
		next = 0;
	__syncthreads();
	unsigned early = atomicAdd(&next, 1);
	__syncthreads();
	if (t == 0)
		next = 0; // twin: 		out[blockIdx.x] = next;
	__syncthreads();
	unsigned late = atomicAdd(&next, 1);
	taken[t < 32 ? early : late] = t; // race: intra-block
}

void run(int *out)
{
	places<<<64, 128>>>(out); // launch: race; twin-launch: race-free
}
