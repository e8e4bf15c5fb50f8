// A lock class with a guard object: constructor takes the lock, destructor leaves it.
#include <cuda_runtime.h>

class spin_lock {
	int state;

public:
	__device__ void lock()
	{
		while (atomicCAS(&state, 0, 1) != 0)
			;
		__threadfence();
	}
	__device__ void unlock()
	{
		__threadfence(); // twin: __threadfence_block();
		atomicExch(&state, 0);
	}
};

struct guard {
	spin_lock &mutex;
	__device__ guard(spin_lock &m) : mutex(m) { mutex.lock(); }
	__device__ ~guard() { mutex.unlock(); }
};

__global__ void add(spin_lock *mutex, int *total)
{
	guard held(*mutex);
	*total += 1; // twin-race: inter-block; twin-cause: block scope
}

void run(spin_lock *mutex, int *total)
{
	add<<<16, 1>>>(mutex, total); // launch: race-free; twin-launch: race
}
