// Arrive, independent work, wait: what lies between is ordered with nothing.
#include <utility>

#include <cuda/barrier>

__global__ void mirror(int *data, int n)
{
	__shared__ cuda::barrier<cuda::thread_scope_block> bar;
	__shared__ int s[128], u[128];
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, blockDim.x);
	__syncthreads();
	for (int i = 0; i < n; i++) {
		s[t] = data[i * 128 + t];
		auto token = bar.arrive();
		u[t] = i; // twin-race: intra-block; twin: s[t] = i;
		bar.wait(std::move(token));
		data[i * 128 + t] = s[127 - t]; // twin-race: intra-block
		__syncthreads();
	}
}

void run(int *data, int n)
{
	mirror<<<1, 128>>>(data, n); // launch: race-free; twin-launch: race
}
