// Blocks choose by their number whom they tell, and whom they listen to. In the twin they listen to the other one.
#include <cuda_runtime.h>

#define TOLD(block) ((block) % 2) // twin: #define TOLD(block) (1 - (block) % 2)

__global__ void named(volatile int *fx, volatile int *fy, int *x, int *y, int *out) // kernel: race-free; twin-kernel: race
{
	bool even = blockIdx.x % 2 == 0;

	if (threadIdx.x)
		return;
	if (blockIdx.x < 2) {
		*(even ? x : y) = 1; // twin-race: inter-block
		__threadfence();
		*(even ? fx : fy) = 1;
	} else {
		while (!*(TOLD(blockIdx.x) == 0 ? fx : fy))
			;
		__threadfence();
		out[blockIdx.x] = *(even ? x : y); // twin-race: inter-block
	}
}

struct mailboxes {
	volatile int *flags[3];
	int *values[3];
	int *out;
};

__global__ void by_number(mailboxes m) // kernel: race-free; twin-kernel: race
{
	if (threadIdx.x)
		return;
	if (blockIdx.x < 2) {
		*m.values[blockIdx.x] = 1; // twin-race: inter-block
		__threadfence();
		*m.flags[blockIdx.x] = 1;
	} else {
		while (!*m.flags[TOLD(blockIdx.x)])
			;
		__threadfence();
		m.out[blockIdx.x] = *m.values[blockIdx.x % 2]; // twin-race: inter-block
	}
}
