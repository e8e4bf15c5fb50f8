// A counter that atomicDec takes around: from 0 to the number of blocks less one, and down to 0 again, as the next launch
// needs it. Who finds 1 is the last block; in the twin it is the last but one.
__device__ unsigned left;

__global__ void total(int *data, int *out)
{
	__shared__ bool last;
	data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x; // twin-race: inter-block
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		last = atomicDec(&left, gridDim.x - 1) == 1; // twin: 		last = atomicDec(&left, gridDim.x - 1) == 2;
	__syncthreads();
	if (!last)
		return;
	__threadfence();
	int sum = 0;
	for (int i = threadIdx.x; i < gridDim.x * blockDim.x; i += blockDim.x)
		sum += data[i]; // twin-race: inter-block
	out[threadIdx.x] = sum;
}

int main()
{
	int *data, *out;
	cudaMalloc(&data, 32 * 64 * sizeof(int));
	cudaMalloc(&out, 64 * sizeof(int));
	total<<<32, 64>>>(data, out); // launch: race-free; twin-launch: race
	total<<<32, 64>>>(data, out); // launch: race-free; twin-launch: race
}
