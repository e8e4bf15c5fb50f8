// Flags in shared memory that one thread clears in a loop, before each lane of the second warp sets its own. In the twin two loops
// clear those of the first warp twice.
#include <cuda_runtime.h>

__global__ void hand_on(int *out)
{
	__shared__ volatile int flag[64];
	__shared__ int data[64];
	int t = threadIdx.x;
	if (t == 0)
		for (int i = 0; i < 64; i++) // twin: for (int k = 0; k < 2; k++) for (int i = 0; i < 32; i++)
			flag[i] = 0;
	__syncthreads();
	if (t >= 32) {
		data[t] = t;
		__threadfence_block();
		flag[t] = 1;
	} else {
		while (flag[t + 32] != 1)
			;
		__threadfence_block();
		out[blockIdx.x * 32 + t] = data[t + 32];
	}
}

int main()
{
	int *out;
	cudaMalloc(&out, 1024);
	hand_on<<<8, 64>>>(out); // launch: race-free; twin-launch: undecided
}
