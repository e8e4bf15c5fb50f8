// Who brings a count to its end is the last one, where blocks add different amounts: whether they add up to it is not followed.
// In the twin everybody goes on who finds less than the end.
__device__ unsigned top, weight;
__global__ void flip(int *part, int *out)
{
	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	unsigned step = blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1;
	unsigned old = atomicAdd(&top, step);
	if ((old ^ (old + step)) & 0x80000000u) {
		__threadfence();
		int s = 0;
		for (int i = 0; i < gridDim.x; i++)
			s += part[i];
		*out = s;
	}
}
__global__ void weigh(int *part, int *out, unsigned n)
{
	__shared__ bool last;
	part[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned mine = blockIdx.x == gridDim.x - 1 ? n - blockIdx.x * 4 : 4;
		last = atomicAdd(&weight, mine) + mine == n; // twin: last = atomicAdd(&weight, mine) < n;
	}
	__syncthreads();
	if (last) {
		__threadfence();
		for (int i = 0; i < gridDim.x; i++)
			out[threadIdx.x] += part[i * blockDim.x + threadIdx.x]; // twin-race: inter-block
	}
}
int main()
{
	int *part, *out;
	cudaMalloc(&part, 64 * 4 * 32);
	cudaMalloc(&out, 128);
	flip<<<64, 32>>>(part, out); // launch: undecided; twin-launch: undecided
	flip<<<64, 32>>>(part, out); // launch: undecided; twin-launch: undecided
	weigh<<<64, 32>>>(part, out, 254); // launch: undecided; twin-launch: race
}
