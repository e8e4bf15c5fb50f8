// The last block takes back what all have counted; in the twin the last but one does.
__device__ unsigned count, added, shared_count;
__global__ void sum(int *part, int *out)
{
	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	if (atomicAdd(&count, 1) == gridDim.x - 1) { // twin: if (atomicAdd(&count, 1) == gridDim.x - 2) {
		__threadfence();
		int s = 0;
		for (int i = 0; i < gridDim.x; i++)
			s += part[i]; // twin-race: inter-block
		*out = s;
		atomicSub(&count, gridDim.x);
	}
}
__global__ void sum_added(int *part, int *out)
{
	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	if (atomicAdd(&added, 1) == gridDim.x - 1) {
		__threadfence();
		int s = 0;
		for (int i = 0; i < gridDim.x; i++)
			s += part[i];
		*out = s;
		atomicAdd(&added, -gridDim.x);
	}
}
// who is told is the whole block
__global__ void columns(int *part, int *out)
{
	__shared__ bool last;
	part[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		last = atomicAdd(&shared_count, 1) == gridDim.x - 1;
	__syncthreads();
	if (last) {
		__threadfence();
		for (int i = 0; i < gridDim.x; i++)
			out[threadIdx.x] += part[i * blockDim.x + threadIdx.x];
		if (threadIdx.x == 0)
			atomicSub(&shared_count, 64);
	}
}
int main()
{
	int *part, *out;
	cudaMalloc(&part, 64 * 32 * 4);
	cudaMalloc(&out, 32 * 4);
	sum<<<64, 32>>>(part, out); // launch: race-free; twin-launch: race
	sum<<<64, 32>>>(part, out); // launch: race-free; twin-launch: race
	sum_added<<<64, 32>>>(part, out); // launch: race-free; twin-launch: race-free
	sum_added<<<64, 32>>>(part, out); // launch: race-free; twin-launch: race-free
	columns<<<64, 32>>>(part, out); // launch: race-free; twin-launch: race-free
	columns<<<64, 32>>>(part, out); // launch: race-free; twin-launch: race-free
}
