// A variable that begins with what says that it is not set; in the twin with what is waited for.
__device__ int flag = 0; // twin: __device__ int flag = 1;

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
int main()
{
	int *data, *out;
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	k<<<4, 128>>>(data, out); // launch: race-free; twin-launch: race
}
