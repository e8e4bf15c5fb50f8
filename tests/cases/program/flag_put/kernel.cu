// A flag that another kernel sets before the launch, called from another file: whether the wait is one depends on what it is set to.
__device__ int ready;

__global__ void clear()
{
	ready = 0; // twin: ready = 1;
}

__global__ void pass(int *p)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		p[0] = 1; // twin-race: inter-block
		__threadfence();
		atomicExch(&ready, 1);
	} else {
		while (atomicAdd(&ready, 0) == 0)
			;
		__threadfence();
		p[1] = p[0]; // twin-race: inter-block
	}
}

void launch(int *p)
{
	clear<<<1, 1>>>(); // launch: race-free; twin-launch: race-free
	pass<<<2, 32>>>(p); // launch: race-free; twin-launch: race
}
