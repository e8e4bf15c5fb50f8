// Two locks, one inside the other: the inner one alone protects what both sides touch.
#include <cuda_runtime.h>

__global__ void move(int *locks, int *account)
{
	while (atomicCAS(&locks[0], 0, 1) != 0)
		;
	__threadfence();
	account[0] -= 1;
	while (atomicCAS(&locks[1], 0, 1) != 0)
		;
	__threadfence();
	account[1] += 1;
	__threadfence();
	atomicExch(&locks[1], 0);
	__threadfence();
	atomicExch(&locks[0], 0);
}

__global__ void both(int *locks, int *account)
{
	if (blockIdx.x == 0) {
		while (atomicCAS(&locks[0], 0, 1) != 0)
			;
		__threadfence();
		while (atomicCAS(&locks[1], 0, 1) != 0)
			;
		__threadfence();
		account[1] += account[0]; // twin-race: inter-block
		__threadfence();
		atomicExch(&locks[1], 0);
		__threadfence();
		atomicExch(&locks[0], 0);
	} else {
		while (atomicCAS(&locks[1], 0, 1) != 0) // twin: while (atomicCAS(&locks[2], 0, 1) != 0)
			;
		__threadfence();
		account[1] = 0; // twin-race: inter-block
		__threadfence();
		atomicExch(&locks[1], 0);
	}
}

void run(int *locks, int *account)
{
	move<<<8, 1>>>(locks, account); // launch: race-free; twin-launch: race-free
	both<<<2, 1>>>(locks, account); // launch: race-free; twin-launch: race
}
