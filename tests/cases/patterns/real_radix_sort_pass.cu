// One pass of a radix sort in a block: ranks by counting, then the exchange through shared memory.
#include <cuda_runtime.h>

#define N 256

__device__ int scan_exclusive(int v, int *s)
{
	int t = threadIdx.x;

	s[t] = v;
	__syncthreads();
	for (int d = 1; d < N; d <<= 1) {
		int a = t >= d ? s[t - d] : 0;
		__syncthreads();
		s[t] += a;
		__syncthreads();
	}
	int r = s[t] - v;
	__syncthreads();
	return r;
}

__global__ void sort_bits(unsigned *data)
{
	__shared__ int s[N];
	__shared__ unsigned keys[N];
	__shared__ int zeros;
	int t = threadIdx.x;
	unsigned key = data[blockIdx.x * N + t];

	for (int bit = 0; bit < 32; bit++) {
		int one = key >> bit & 1;
		int before = scan_exclusive(!one, s);
		if (t == N - 1)
			zeros = before + !one; // twin-race: intra-block,intra-warp
		__syncthreads(); // twin:
		int to = one ? zeros + t - before : before; // twin-race: intra-block,intra-warp
		atomicExch(&keys[to], key);
		__syncthreads();
		key = keys[t];
		__syncthreads();
	}
	data[blockIdx.x * N + t] = key;
}

void run(unsigned *data, int blocks)
{
	sort_bits<<<blocks, N>>>(data); // launch: race-free; twin-launch: race
}
