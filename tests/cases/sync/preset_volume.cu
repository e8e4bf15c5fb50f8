// A box of flags is filled with 0; in the twin with what is waited for.
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
	cudaPitchedPtr box;
	cudaMalloc3D(&box, make_cudaExtent(64, 8, 4));
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cudaMemset3D(box, 0, make_cudaExtent(64, 8, 4)); // twin: 	cudaMemset3D(box, 1, make_cudaExtent(64, 8, 4));
	flag = (int *)box.ptr;
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: race
}
