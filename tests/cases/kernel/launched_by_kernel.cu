// A kernel that only another kernel launches: how is not followed, so that neither a race nor its absence is known.
__global__ void child(int *d) // kernel: undecided; twin-kernel: race
{
	d[threadIdx.x] = threadIdx.x; // twin-race(warning): inter-block
}

__global__ void parent(int *d)
{
	if (threadIdx.x == 0)
		child<<<1, 32>>>(d + 32 * blockIdx.x); // twin: d[0] = blockIdx.x;
}

void run(int *d)
{
	parent<<<1, 32>>>(d); // launch: undecided; twin-launch: race-free
}
