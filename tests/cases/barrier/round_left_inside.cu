// A round of the outer loop may leave out what is behind the inner one, and with it a barrier. The twin leaves it out in no round.
#include <cuda_runtime.h>

__global__ void turns(const int *x, int *y)
{
	__shared__ int v[512];
	int t = threadIdx.x, k = 0;
	v[t] = 0;
	__syncthreads();
	while (true) {
		y[512 * k + t] = v[511 - t]; // race: intra-block
		__syncthreads();
		for (int j = 0; j < 3; j++) {
			v[t] = x[t + j]; // race: intra-block
			if (j == 1 && k == 4) // twin: 			if (j == 3 && k == 4)
				goto next;
			__syncthreads();
		}
		__syncthreads();
		if (k > 9)
			break;
next:
		k++;
	}
}

void run(const int *x, int *y)
{
	turns<<<1, 512>>>(x, y); // launch: race; twin-launch: race-free
}
