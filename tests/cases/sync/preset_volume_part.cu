// The upper half of each layer is filled, behind the flag; in the twin the lower half, with the flag.
__global__ void k(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 0) {
			__threadfence();
			atomicExch(flag, 1);
		}
	} else {
		if (threadIdx.x == 0) {
			while (atomicAdd(flag, 0) == 0)
				;
			__threadfence();
		}
		__syncthreads();
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x]; // twin-race: inter-block; twin-cause: can go on at once
	}
}
int main()
{
	int *flag, *data, *out;
	cudaMalloc(&flag, 2048);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cudaMemset3DAsync(make_cudaPitchedPtr(flag, 64, 16, 8), 0, make_cudaExtent(64, 8, 4));
	cudaPitchedPtr half = make_cudaPitchedPtr(flag + 64, 64, 16, 8); // twin: 	cudaPitchedPtr half = make_cudaPitchedPtr(flag, 64, 16, 8);
	cudaMemset3DAsync(half, 1, make_cudaExtent(64, 4, 4));
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
