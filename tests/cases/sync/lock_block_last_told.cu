// The last thread tries for a lock, and tells its block by a slot in global memory. In the twin it may leave the lock while the others
// are still at work.
__device__ int lock;

__global__ void add(int *total, int *slots)
{
	if (threadIdx.x == blockDim.x - 1) {
		slots[blockIdx.x] = atomicCAS(&lock, 0, 1) == 0;
		__threadfence();
	}
	__syncthreads();
	if (slots[blockIdx.x]) {
		total[threadIdx.x] += blockIdx.x; // twin-race: inter-block
		__syncthreads(); // twin:
		if (threadIdx.x == blockDim.x - 1) {
			__threadfence();
			atomicExch(&lock, 0);
		}
	}
}

void run(int *total, int *slots)
{
	add<<<8, 64>>>(total, slots); // launch: race-free; twin-launch: race
}
