// A one-slot mailbox between two blocks, over the compiler's __nv_atomic functions.
#include <cuda_runtime.h>

struct mailbox {
	int full;
	int letter[32];
	__device__ void post(const int *from)
	{
		for (int i = 0; i < 32; i++)
			letter[i] = from[i]; // twin-race: inter-block
		__nv_atomic_store_n(&full, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE); // twin-race: inter-block; twin: __nv_atomic_store_n(&full, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);
	}
	__device__ void fetch(int *to)
	{
		while (__nv_atomic_load_n(&full, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE) == 0) // twin-race: inter-block
			;
		for (int i = 0; i < 32; i++)
			to[i] = letter[i]; // twin-race: inter-block
	}
};

__global__ void talk(mailbox *box, const int *from, int *to)
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0)
		box->post(from);
	else if (blockIdx.x == 1)
		box->fetch(to);
}

void run(mailbox *box, const int *from, int *to)
{
	talk<<<2, 32>>>(box, from, to); // launch: race-free; twin-launch: race
}
