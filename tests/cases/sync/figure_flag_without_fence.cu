// GWCP 6.2: the non-racy interleaving is enforced by a flag without fences, which orders no data.
#include <cuda_runtime.h>

__global__ void forced(volatile int *flag, int *x)
{
	if (blockIdx.x == 0) {
		x[0] = 1; // twin-race: inter-block; twin-cause: fence missing
		__threadfence(); // twin:
		*flag = 1;
	} else {
		while (*flag != 1)
			;
		__threadfence();
		x[0] = 2; // twin-race: inter-block
	}
}

void run(int *flag, int *x)
{
	forced<<<2, 1>>>(flag, x); // launch: race-free; twin-launch: race
}
