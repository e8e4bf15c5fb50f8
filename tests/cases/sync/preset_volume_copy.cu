// What the host has read is copied to the data; in the twin to the flags, of which nobody knows then what they are.
__global__ void k(int *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x;
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
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
	}
}
void read_box(void *to);

int main()
{
	int *flag, *data, *out, from[128];
	cudaMalloc(&flag, 512);
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	cudaMemset(flag, 0, 512);
	read_box(from);
	cudaMemcpy3DParms copy = { 0 };
	copy.srcPtr = make_cudaPitchedPtr(from, 64, 16, 8);
	copy.dstPtr = make_cudaPitchedPtr(data, 64, 16, 8); // twin: 	copy.dstPtr = make_cudaPitchedPtr(flag, 64, 16, 8);
	copy.extent = make_cudaExtent(64, 4, 2);
	copy.kind = cudaMemcpyHostToDevice;
	cudaMemcpy3D(&copy);
	k<<<4, 128>>>(flag, data, out); // launch: race-free; twin-launch: undecided
}
