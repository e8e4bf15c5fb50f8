// What the last one to arrive does for all, with waits for the parity of a phase; in the twin a thread looks at it before it waits.
#include <cuda/barrier>

struct count_rounds {
	int *rounds;
	__device__ void operator()() noexcept
	{
		*rounds += 1; // twin-race: intra-block, intra-warp
	}
};
using barrier = cuda::barrier<cuda::thread_scope_block, count_rounds>;

__global__ void turns(int *out, int n)
{
	__shared__ int rounds;
	__shared__ alignas(barrier) char room[sizeof(barrier)];
	barrier *meet = (barrier *)room;
	if (threadIdx.x == 0) {
		rounds = 0;
		new (meet) barrier(blockDim.x, count_rounds{ &rounds });
	}
	__syncthreads();
	for (int k = 0; k < n; k++) {
		(void)meet->arrive();
		int before = k; // twin-race: intra-block, intra-warp; twin: int before = rounds;
		meet->wait_parity(k & 1);
		out[k * 128 + threadIdx.x] = rounds - before;
	}
}

int main()
{
	int *out;

	cudaMalloc(&out, 8 * 128 * sizeof(int));
	turns<<<1, 128>>>(out, 8); // launch: race-free; twin-launch: race
	return 0;
}
