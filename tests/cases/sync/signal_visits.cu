// Who comes second to a node goes on from both of its children: which threads meet at one is not followed. In the twin the fence that all that
// rests on is missing.
#define PUBLISH __threadfence() // twin: #define PUBLISH ((void)0)
__global__ void up(float *box, int *visits, const int *parent, const int *child, float *out, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	box[i] = i; // twin-race: inter-block, intra-block, intra-warp
	PUBLISH;
	int p = parent[i];
	if (atomicAdd(&visits[p], 1) == 0)
		return;
	__threadfence();
	atomicAdd(&out[p], box[child[p]]); // twin-race: inter-block, intra-block, intra-warp; twin-cause: fence missing before the signal at line 12
}

__device__ int permits = 1;
__device__ int data[256];

// A permit that another thread gives back.
__global__ void given(int rounds)
{
	for (int r = 0; r < rounds; r++) {
		if (threadIdx.x == 0) {
			for (;;) {
				int v = *(volatile int *)&permits;
				if (v > 0 && atomicCAS(&permits, v, v - 1) == v)
					break;
			}
			__threadfence();
		}
		__syncthreads();
		data[threadIdx.x] += r; // twin-race: inter-block
		__syncthreads();
		if (threadIdx.x == 32) {
			PUBLISH;
			atomicAdd(&permits, 1);
		}
	}
}

int main(int argc, char **argv)
{
	int n = argc * 1000;
	float *box, *out;
	int *visits, *parent, *child;
	cudaMalloc(&box, n * sizeof(float));
	cudaMalloc(&out, n * sizeof(float));
	cudaMalloc(&visits, n * sizeof(int));
	cudaMalloc(&parent, n * sizeof(int));
	cudaMalloc(&child, n * sizeof(int));
	cudaMemset(visits, 0, n * sizeof(int));
	up<<<(n + 255) / 256, 256>>>(box, visits, parent, child, out, n); // launch: undecided; twin-launch: race
	given<<<8, 256>>>(argc); // launch: undecided; twin-launch: race
	return 0;
}
