// atomicInc sets the count back by itself; the host says how many blocks there are. In the twin it says one too few.
__device__ unsigned arrived, round_of;

__global__ void sweep(float *a, float *b, unsigned blocks, const int *done)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
	do {
		b[i] = a[n - 1 - i]; // twin-race: inter-block
		for (int half = 0; half < 2; half++) {
			__threadfence();
			__syncthreads();
			if (threadIdx.x == 0) {
				unsigned mine = atomicAdd(&round_of, 0);
				if (atomicInc(&arrived, blocks - 1) == blocks - 1) {
					__threadfence();
					atomicAdd(&round_of, 1);
				} else {
					while (atomicAdd(&round_of, 0) == mine)
						__nanosleep(20);
				}
				__threadfence();
			}
			__syncthreads();
			if (half == 0)
				a[i] = b[n - 1 - i]; // twin-race: inter-block; twin-cause: the grid barrier at line 14 lets blocks pass
		}
	} while (!*done);
}

void run(float *a, float *b, const int *done)
{
	int blocks = 32, most = blocks; // twin: int blocks = 32, most = blocks - 1;
	sweep<<<blocks, 256>>>(a, b, most, done); // launch: race-free; twin-launch: race
}
