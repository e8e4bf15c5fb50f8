// Lane 0 takes a lock for its warp, all lanes read what it guards, and lane 0 changes that at once: the lock keeps other warps out, not the
// lanes of its own. In the twin they wait until all have read.
__global__ void take(int *lock, int *top, int *out)
{
	int lane = threadIdx.x % 32;
	if (lane == 0)
		while (atomicCAS(lock, 0, 1) != 0)
			;
	__threadfence();
	__syncwarp();
	out[blockIdx.x * blockDim.x + threadIdx.x] = *top + lane; // race: intra-warp; cause: whose own threads it does not keep apart
	// twin: 	__syncwarp();
	if (lane == 0)
		*top += 32; // race: intra-warp
	__syncwarp();
	if (lane == 0) {
		__threadfence();
		atomicExch(lock, 0);
	}
	__syncwarp();
}

void run(int *lock, int *top, int *out)
{
	cudaMemset(lock, 0, 4);
	take<<<8, 128>>>(lock, top, out); // launch: race; twin-launch: race-free
}
