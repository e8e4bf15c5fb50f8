// A scoped guard takes the lock in its constructor and frees it in its destructor.
#include <cuda_runtime.h>

struct spin_lock {
	int word;
	__device__ void lock()
	{
		while (atomicCAS(&word, 0, 1) != 0)
			;
		__threadfence();
	}
	__device__ void unlock()
	{
		__threadfence(); // twin: __threadfence_block();
		atomicExch(&word, 0);
	}
};

struct guard {
	spin_lock &held;
	__device__ explicit guard(spin_lock &l) : held(l) { held.lock(); }
	__device__ ~guard() { held.unlock(); }
};

template <typename T>
__device__ void add(spin_lock *l, T *to, T what)
{
	guard g(*l);
	*to += what; // twin-race: inter-block
}

__global__ void sum(spin_lock *l, double *total, const double *in)
{
	if (threadIdx.x == 0)
		add(l, total, in[blockIdx.x]);
}

void run(spin_lock *l, double *total, const double *in)
{
	sum<<<64, 128>>>(l, total, in); // launch: race-free; twin-launch: race
}
