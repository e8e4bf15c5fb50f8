// One block's leader initializes, the other leaders wait for it, and all threads read behind a barrier; in the twin the leaders do not acquire.
__device__ int state;
__device__ int table;
__global__ void k(int *out)
{
	if (threadIdx.x == 0) {
		if (atomicCAS(&state, 0, 1) == 0) {
			table = 3; // twin-race: inter-block
			__threadfence();
			atomicExch(&state, 2);
		} else {
			while (atomicAdd(&state, 0) != 2)
				;
			__threadfence(); // twin:
		}
	}
	__syncthreads();
	out[blockIdx.x * 128 + threadIdx.x] = table; // twin-race: inter-block
}
void run(int *out)
{
	k<<<32, 128>>>(out); // launch: race-free; twin-launch: race
}
