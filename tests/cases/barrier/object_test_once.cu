// A test of the phase that does not wait orders only where it is true, which is not followed.
#include <cuda_awbarrier_primitives.h>

__global__ void mirror(int *data)
{
	__shared__ __mbarrier_t bar;
	__shared__ int s[128];
	int t = threadIdx.x;

	if (t == 0)
		__mbarrier_init(&bar, blockDim.x);
	__syncthreads();
	s[t] = data[t];
	__mbarrier_token_t token = __mbarrier_arrive(&bar);
	if (__mbarrier_test_wait(&bar, token)) // twin: while (!__mbarrier_test_wait(&bar, token)) ;
		data[t] = s[127 - t];
}

void run(int *data)
{
	mirror<<<1, 128>>>(data); // launch: undecided; twin-launch: race-free
}
