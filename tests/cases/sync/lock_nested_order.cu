// Two accounts, two locks, taken in the order of their numbers.
#include <cuda_runtime.h>

struct account { int lock; int balance; };

__device__ void take(account *a) { while (atomicCAS(&a->lock, 0, 1)) __nanosleep(20); __threadfence(); }
__device__ void give(account *a) { __threadfence(); atomicExch(&a->lock, 0); }

__global__ void transfer(account *accounts, const int2 *orders, const int *amount)
{
	if (threadIdx.x != 0)
		return;
	int2 o = orders[blockIdx.x];
	if (o.x == o.y)
		return;
	account *a = &accounts[min(o.x, o.y)], *b = &accounts[max(o.x, o.y)];
	take(a);
	take(b); // twin:
	accounts[o.x].balance -= amount[blockIdx.x]; // twin-race: inter-block
	accounts[o.y].balance += amount[blockIdx.x]; // twin-race: inter-block
	give(b);
	give(a);
}

void run(account *accounts, const int2 *orders, const int *amount, int n)
{
	transfer<<<n, 32>>>(accounts, orders, amount); // launch: race-free; twin-launch: race
}
