// Who takes a lock, or waits, for its warp or block comes to the barrier where another thread has returned before; in the twin it is he
// himself who has, and the others go on behind the barrier without.
#define WHO 1 // twin: #define WHO 0

__device__ int lock, flag, datum;

__global__ void warp(int *total)
{
	int lane = threadIdx.x % 32;
	if (threadIdx.x == 32 + WHO)
		return;
	if (lane == 0) {
		while (atomicCAS(&lock, 0, 1) != 0)
			;
		__threadfence();
	}
	__syncwarp();
	total[lane] += lane; // twin-race: inter-block, intra-block
	__syncwarp();
	if (lane == 0) {
		__threadfence();
		atomicExch(&lock, 0);
	}
}

__global__ void wait(int *out)
{
	if (blockIdx.x == 0) {
		if (threadIdx.x == 0) {
			datum = 5; // twin-race: inter-block
			__threadfence();
			atomicExch(&flag, 1);
		}
		return;
	}
	if (threadIdx.x == WHO && blockIdx.x == 3)
		return;
	if (threadIdx.x == 0) {
		while (atomicAdd(&flag, 0) == 0)
			;
		__threadfence();
	}
	__syncthreads();
	out[blockIdx.x * blockDim.x + threadIdx.x] = datum; // twin-race: inter-block
}

__global__ void told(int *total)
{
	__shared__ bool got;
	if (threadIdx.x == WHO && blockIdx.x == 1)
		return;
	if (threadIdx.x == 0) {
		got = atomicCAS(&lock, 0, 1) == 0;
		__threadfence();
	}
	__syncthreads();
	if (got) {
		total[threadIdx.x] += 1; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(&lock, 0);
		}
	}
}

void run_warp(int *total)
{
	warp<<<8, 64>>>(total); // launch: race-free; twin-launch: race
}

void run_wait(int *out)
{
	wait<<<8, 64>>>(out); // launch: race-free; twin-launch: race
}

void run_told(int *total)
{
	told<<<8, 64>>>(total); // launch: race-free; twin-launch: race
}
