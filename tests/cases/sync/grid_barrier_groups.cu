// A barrier of the grid in two levels: blocks count in their group, the last ones of the groups at the root. In the twin there is no fence
// between the two.
// flags: --timeout=5
#include <cuda_runtime.h>
#define GROUP 8
#define GROUPS 4
__device__ int arrived[GROUPS];
__device__ int root;
__device__ int gate;
__device__ void all_blocks()
{
	__syncthreads();
	if (threadIdx.x == 0) {
		int before = atomicAdd(&gate, 0);
		int group = blockIdx.x / GROUP;
		__threadfence();
		if (atomicAdd(&arrived[group], 1) == GROUP - 1) {
			atomicExch(&arrived[group], 0);
			__threadfence(); // twin:
			if (atomicAdd(&root, 1) == GROUPS - 1) {
				atomicExch(&root, 0);
				__threadfence();
				atomicAdd(&gate, 1);
			}
		}
		while (atomicAdd(&gate, 0) == before)
			;
		__threadfence();
	}
	__syncthreads();
}
__global__ void steps(int *a, int *b)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	int m = gridDim.x * blockDim.x;
	for (int r = 0; r < 4; r++) {
		a[i] = b[i] + r; // twin-race: inter-block
		all_blocks();
		b[i] = a[(i + 1) % m]; // twin-race: inter-block
		all_blocks();
	}
}
void run(int *a, int *b)
{
	steps<<<GROUP * GROUPS, 128>>>(a, b); // launch: race-free; twin-launch: race
}
