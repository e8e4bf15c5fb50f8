// A ring with the places of who writes and who reads; the twin has room for one entry too many.
#include <cuda_runtime.h>

__global__ void ring(volatile unsigned *head, volatile unsigned *tail, int *slots, int *out, unsigned n)
{
	if (threadIdx.x)
		return;
	if (blockIdx.x == 0)
		for (unsigned i = 0; i < n; i++) {
			while (i - *tail >= 8) // twin: while (i - *tail >= 9)
				;
			__threadfence();
			slots[i % 8] = i * i; // twin-race: inter-block
			__threadfence();
			*head = i + 1;
		}
	else
		for (unsigned i = 0; i < n; i++) {
			while (*head <= i)
				;
			__threadfence();
			out[i] = slots[i % 8]; // twin-race: inter-block
			__threadfence();
			*tail = i + 1;
		}
}

void run(unsigned *places, int *slots, int *out)
{
	ring<<<2, 32>>>(places, places + 1, slots, out, 64); // launch: race-free; twin-launch: race
}
