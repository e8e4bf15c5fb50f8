// Another kernel is given the address of a variable, and writes that the flag is not set; in the twin what is waited for.
__device__ int flag;

__global__ void k(int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(&flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(&flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block; twin-cause: can go on at once
	}
}
__global__ void set(int *place)
{
	*place = 0; // twin: 	*place = 1;
}
int main()
{
	int *data, *out;
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	int *place;
	cudaGetSymbolAddress((void **)&place, flag);
	set<<<1, 1>>>(place); // launch: race-free; twin-launch: race-free
	k<<<4, 128>>>(data, out); // launch: race-free; twin-launch: race
}
