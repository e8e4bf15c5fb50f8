// A lock that the last lane of each warp takes for the others. In the twin the last warp has no such lane.
__device__ int lock;

__global__ void add(int *total)
{
	int lane = threadIdx.x % 32;
	if (lane == 31) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncwarp();
	total[lane] += lane; // twin-race: inter-block, intra-block
	__syncwarp();
	if (lane == 31) {
		__threadfence();
		atomicExch(&lock, 0);
	}
}

void run(int *total)
{
	add<<<8, 64>>>(total); // launch: race-free; twin-launch: race; twin: add<<<8, 48>>>(total);
}
