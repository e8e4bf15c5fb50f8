// As grid_barrier_leader; in the twin nothing orders what its block has done before the leader's arrival. That he may arrive while
// the block is still at work is found in some runs alone.
struct phase_barrier {
	unsigned arrived;
	unsigned phase;
	unsigned expected;
};

__device__ void sync_blocks(phase_barrier *b)
{
	__syncthreads();
	if (threadIdx.x == 0 && threadIdx.y == 0) {
		volatile unsigned *phase = &b->phase;
		unsigned now = *phase;
		__threadfence(); // twin:
		unsigned mine = atomicAdd(&b->arrived, 1u) + 1;
		if (mine == gridDim.x * gridDim.y) {
			atomicExch(&b->arrived, 0u);
			__threadfence();
			atomicExch(&b->phase, now ^ 1u);
		} else {
			while (*phase == now)
				__nanosleep(100);
		}
		__threadfence();
	}
	__syncthreads();
}

__global__ void steps(float *a, float *b, phase_barrier *all, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	int w = gridDim.x * blockDim.x, h = gridDim.y * blockDim.y;
	for (int s = 0; s < n; s++) {
		b[y * w + x] = a[(h - 1 - y) * w + x]; // twin-race: inter-block; twin-cause: a fence of device scope is missing before the arrival
		sync_blocks(all);
		a[y * w + x] = b[(h - 1 - y) * w + x] * 0.5f; // twin-race: inter-block
		sync_blocks(all);
	}
}

void run(float *a, float *b, phase_barrier *all, int n)
{
	steps<<<dim3(4, 4), dim3(16, 16)>>>(a, b, all, n); // launch: race-free; twin-launch: race
}
