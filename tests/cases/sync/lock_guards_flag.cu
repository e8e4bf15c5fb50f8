// A plain flag under a lock says that the data is there; others poll it. In the twin they look without the lock.
#include <cuda_runtime.h>

struct spin {
	int word;

	__device__ void enter()
	{
		while (atomicExch(&word, 1) != 0)
			;
		__threadfence();
	}
	__device__ void leave()
	{
		__threadfence();
		atomicExch(&word, 0);
	}
};

__global__ void hand_over(spin *lock, int *ready, int *data, int *out)
{
	int i = blockIdx.x;
	if (threadIdx.x != 0)
		return;
	if (i == 0) {
		data[0] = 7; // twin-race: inter-block
		lock->enter();
		*ready = 1; // twin-race: inter-block
		lock->leave();
		return;
	}
	bool seen = false;
	while (!seen) {
		lock->enter(); // twin: __nanosleep(10);
		seen = *ready == 1; // twin-race: inter-block
		lock->leave();
	}
	out[i] = data[0]; // twin-race: inter-block
}

void run(spin *lock, int *ready, int *data, int *out)
{
	hand_over<<<64, 32>>>(lock, ready, data, out); // launch: race-free; twin-launch: race
}
