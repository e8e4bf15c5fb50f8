// The first to come runs the initialisation: one winner by exchange, in the twin by a plain test.
#include <cuda_runtime.h>

struct once_flag { int done; };

template <class F>
__device__ void call_once(once_flag *flag, F f)
{
	if (atomicExch(&flag->done, 1) == 0) // twin: if (atomicAdd(&flag->done, 0) == 0)
		f();
}

__global__ void setup(once_flag *flag, int *header, int n)
{
	call_once(flag, [=] {
		header[0] = n + threadIdx.x + blockIdx.x; // twin-race: inter-block, intra-block, intra-warp
	});
}

void run(once_flag *flag, int *header, int n)
{
	setup<<<16, 64>>>(flag, header, n); // launch: race-free; twin-launch: race
}
