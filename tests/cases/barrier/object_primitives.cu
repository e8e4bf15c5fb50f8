// The primitives of a barrier in shared memory: arrive, then test until the phase is over.
#include <cuda_awbarrier_primitives.h>

__global__ void mirror(int *data)
{
	__shared__ __mbarrier_t bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		__mbarrier_init(&bar, blockDim.x);
	__syncthreads();
	s[t] = data[t]; // twin-race: intra-block
	__mbarrier_token_t token = __mbarrier_arrive(&bar);
	while (!__mbarrier_test_wait(&bar, token)) // twin: if (false)
		;
	data[t] = s[127 - t]; // twin-race: intra-block
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: race-free; twin-launch: race
}
