// Who finds one less than the half sets the count back, and more come to that number; in the twin the last one does.
__device__ unsigned set, taken, few;
__global__ void half(int *out)
{
	if (threadIdx.x)
		return;
	__threadfence();
	if (atomicAdd(&set, 1) == gridDim.x / 2 - 1) { // twin: if (atomicAdd(&set, 1) == gridDim.x - 1) {
		__threadfence();
		*out = blockIdx.x;
		atomicExch(&set, 0);
	}
}
// one back, and the next one finds the same
__global__ void one_back(int *out)
{
	if (threadIdx.x)
		return;
	__threadfence();
	if (atomicAdd(&taken, 1) == gridDim.x - 2) {
		__threadfence();
		*out = blockIdx.x; // race: inter-block; twin-race: inter-block
		atomicSub(&taken, 1 + (gridDim.x > 64));
	}
}
// one is left for the next launch
__global__ void too_few(int *part, int *out)
{
	if (threadIdx.x)
		return;
	part[blockIdx.x] = blockIdx.x;
	__threadfence();
	if (atomicAdd(&few, 1) == gridDim.x - 1) {
		__threadfence();
		int s = 0;
		for (int i = 0; i < gridDim.x; i++)
			s += part[i];
		*out = s;
		atomicSub(&few, gridDim.x - 1);
	}
}
int main()
{
	int *part, *out;
	cudaMalloc(&part, 64 * 4);
	cudaMalloc(&out, 4);
	half<<<64, 32>>>(out); // launch: undecided; twin-launch: race-free
	one_back<<<64, 32>>>(out); // launch: race; twin-launch: race
	too_few<<<64, 32>>>(part, out); // launch: race-free; twin-launch: race-free
	too_few<<<64, 32>>>(part, out); // launch: undecided; twin-launch: undecided
}
