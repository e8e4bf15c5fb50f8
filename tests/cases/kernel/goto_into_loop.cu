// A jump into the middle of a loop makes a cycle that is no loop: undecided, and no crash.
#include <cuda_runtime.h>

__global__ void enter(int *out, int n)
{
	int i = 0;

	if (n > 3) // twin: if (n > 3) { out[0] = threadIdx.x; return; } if (n > 2)
		goto middle;
again:
	out[threadIdx.x] = i;
middle:
	i++;
	if (i < n)
		goto again;
}

void run(int *out, int n)
{
	enter<<<1, 32>>>(out, n); // launch: undecided; twin-launch: undecided
}
