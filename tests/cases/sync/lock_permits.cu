// A word of permits that begins with one lets one thread in at a time, taken by compare-and-swap of what is there. In the twin there are two.
#include <cuda/atomic>
#include <cuda/semaphore>

__device__ int permits = 1; // twin: __device__ int permits = 2;
__device__ cuda::counting_semaphore<cuda::thread_scope_device> many(3);

__device__ void take()
{
	while (true) {
		int v = *(volatile int *)&permits;
		if (v > 0 && atomicCAS(&permits, v, v - 1) == v)
			break;
	}
	__threadfence();
}

__device__ void give()
{
	__threadfence();
	atomicAdd(&permits, 1);
}

__global__ void each(int *sum, int n)
{
	if (threadIdx.x == 0)
		for (int i = 0; i < n; i++) {
			take();
			*sum += i; // twin-race: inter-block
			give();
		}
}

__global__ void leader(int *sums)
{
	if (threadIdx.x == 0)
		take();
	__syncthreads();
	sums[threadIdx.x] += 1; // twin-race: inter-block
	__syncthreads();
	if (threadIdx.x == 0)
		give();
}


__global__ void three(int *sum)
{
	if (threadIdx.x == 0) {
		many.acquire();
		*sum += 1; // race: inter-block; twin-race: inter-block
		many.release();
	}
}

void run(int *sum, int n, int *sums)
{
	each<<<8, 64>>>(sum, n); // launch: race-free; twin-launch: race
}

void run_leader(int *sums)
{
	leader<<<8, 64>>>(sums); // launch: race-free; twin-launch: race
}

void run_three(int *sum)
{
	three<<<8, 64>>>(sum); // launch: race; twin-launch: race
}
