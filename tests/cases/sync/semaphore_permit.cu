// A semaphore of one permit as a signal and as a lock. In the twin the lock is given back without having been taken.
#include <cuda/semaphore>

using semaphore = cuda::binary_semaphore<cuda::thread_scope_device>;

__global__ void pass(int *data, int *out, semaphore *filled)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0) {
		data[0] = 42;
		filled->release();
	} else if (blockIdx.x == 1) {
		filled->acquire();
		out[0] = data[0];
	}
}

__global__ void add(int *sum, semaphore *lock)
{
	if (threadIdx.x == 0) {
		lock->acquire(); // twin:
		*sum += blockIdx.x; // twin-race: inter-block
		lock->release();
	}
}

void run(int *data, int *out, int *sum, semaphore *filled, semaphore *lock)
{
	pass<<<4, 128>>>(data, out, filled); // launch: race-free; twin-launch: race-free
	add<<<64, 128>>>(sum, lock); // launch: race-free; twin-launch: race
}
