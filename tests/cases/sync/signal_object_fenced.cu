// All pass a fence before they arrive at a barrier object, behind which one thread signals: whether all have passed it is not
// followed. In the twin nobody passes one.
#include <cuda/barrier>
__global__ void share(int *part, volatile int *ready, int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> all;
	int b = blockIdx.x, t = threadIdx.x, next = (b + 1) % gridDim.x;
	if (t == 0)
		init(&all, blockDim.x);
	__syncthreads();
	part[b * 128 + t] = t; // twin-race: inter-block
	__threadfence(); // twin:
	all.arrive_and_wait();
	if (t == 0) {
		ready[b] = 1;
		while (!ready[next])
			;
		__threadfence();
	}
	all.arrive_and_wait();
	out[b * 128 + t] = part[next * 128 + 127 - t]; // twin-race: inter-block
}
// a fence of the thread that signals, behind its wait, is enough
__global__ void fenced_behind(int *part, volatile int *ready, int *out)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> all;
	int b = blockIdx.x, t = threadIdx.x, next = (b + 1) % gridDim.x;
	if (t == 0)
		init(&all, blockDim.x);
	__syncthreads();
	part[b * 128 + t] = t;
	all.arrive_and_wait();
	if (t == 0) {
		__threadfence();
		ready[b] = 1;
		while (!ready[next])
			;
		__threadfence();
	}
	all.arrive_and_wait();
	out[b * 128 + t] = part[next * 128 + 127 - t];
}
int main()
{
	int *part, *ready, *out;
	cudaMalloc(&part, 64 * 512);
	cudaMalloc(&ready, 64 * 4);
	cudaMalloc(&out, 64 * 512);
	cudaMemset(ready, 0, 64 * 4);
	share<<<64, 128>>>(part, ready, out); // launch: undecided; twin-launch: race
	cudaMemset(ready, 0, 64 * 4);
	fenced_behind<<<64, 128>>>(part, ready, out); // launch: race-free; twin-launch: race-free
}
