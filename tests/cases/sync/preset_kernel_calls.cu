// Another kernel calls a function that calls itself, and writes beside the flag; in the twin the flag.
__device__ int flag, other;

__global__ void k(int *data, int *out)
{
	if (blockIdx.x == 0) {
		data[threadIdx.x] = threadIdx.x;
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
		out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x];
	}
}
__device__ void write(int n)
{
	if (n > 0) {
		other = n; // twin: 		flag = n;
		write(n - 1);
		write(n - 2);
	}
}
__global__ void set(int n)
{
	write(n);
}
int main()
{
	int *data, *out;
	cudaMalloc(&data, 512);
	cudaMalloc(&out, 2048);
	set<<<1, 1>>>(5); // launch: undecided; twin-launch: undecided
	k<<<4, 128>>>(data, out); // launch: race-free; twin-launch: undecided
}
