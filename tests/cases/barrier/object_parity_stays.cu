// A parity that stays the same waits for the first phase alone: later rounds are not held back.
#include <cuda_awbarrier_primitives.h>

__global__ void mirror(int *data, int n)
{
	__shared__ __mbarrier_t bar;
	__shared__ int s[128];
	int t = threadIdx.x;
	bool phase = false;

	if (t == 0)
		__mbarrier_init(&bar, blockDim.x);
	__syncthreads();
	for (int i = 0; i < n; i++) {
		s[t] = data[i * 128 + t]; // race: intra-block
		__mbarrier_arrive(&bar);
		while (!__mbarrier_try_wait_parity(&bar, phase, 100))
			;
		data[i * 128 + t] = s[127 - t]; // race: intra-block
		__syncthreads(); // twin: phase = !phase; __syncthreads();
	}
}

void run(int *data, int n)
{
	mirror<<<1, 128>>>(data, n); // launch: race; twin-launch: race-free
}
