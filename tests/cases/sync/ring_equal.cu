// A ring whose ends count for themselves and compare by equality; in the twin it holds one more than it has room for.
#include <cuda_runtime.h>

#define ROOM 16

__device__ volatile int head, tail;

__global__ void pass_on(const int *in, int *ring, int *out, int n)
{
	if (blockIdx.x == 0) {
		int mine = 0;
		for (int i = 0; i < n; i++) {
			while (mine - tail == ROOM) // twin: while (mine - tail == ROOM + 1)
				;
			__threadfence();
			ring[mine & (ROOM - 1)] = in[i]; // twin-race: inter-block
			mine++;
			__threadfence();
			head = mine;
		}
	} else {
		int mine = 0;
		for (int i = 0; i < n; i++) {
			while (head == mine)
				;
			__threadfence();
			out[i] = ring[mine & (ROOM - 1)]; // twin-race: inter-block
			mine++;
			__threadfence();
			tail = mine;
		}
	}
}

int main()
{
	int *in, *ring, *out;
	cudaMalloc(&in, 4096);
	cudaMalloc(&ring, ROOM * 4);
	cudaMalloc(&out, 4096);
	pass_on<<<2, 1>>>(in, ring, out, 1024); // launch: race-free; twin-launch: race
	return 0;
}
