// A block that uses two barriers in turn, each round the other; without the second wait rounds overlap.
#include <utility>

#include <cuda/barrier>

__global__ void mirror(int *data, int n)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar[2];
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		for (int i = 0; i < 2; i++)
			init(&bar[i], blockDim.x);
	__syncthreads();
	for (int i = 0; i < n; i++) {
		s[t] = data[i * 128 + t]; // twin-race: intra-block
		bar[i & 1].arrive_and_wait();
		data[i * 128 + t] = s[127 - t]; // twin-race: intra-block
		__syncthreads(); // twin:
	}
}

void run(int *data, int n)
{
	mirror<<<1, 128>>>(data, n); // launch: race-free; twin-launch: race
}
