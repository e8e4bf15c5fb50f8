// Trees that are climbed in rounds by the second of two who come to a node, by a count or by a mark: which threads meet at one is not followed.
// The fence may stand at the end of the round before. In the twin it is missing.
#define PUBLISH __threadfence() // twin: #define PUBLISH ((void)0)
__global__ void counted(float *box, int *visits, const int *parent, const int *child, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int p = parent[i];
	while (p >= 0) {
		if (atomicAdd(&visits[p], 1) == 0)
			return;
		__threadfence();
		box[p] = box[child[p]]; // twin-race: inter-block, intra-block, intra-warp
		PUBLISH;
		p = parent[p];
	}
}

__global__ void marked(float *box, int *visits, const int *parent, const int *child, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	int p = parent[i];
	while (p >= 0) {
		PUBLISH;
		if (atomicExch(&visits[p], 1) == 0)
			return;
		__threadfence();
		box[p] = box[child[p]]; // twin-race: inter-block, intra-block, intra-warp
		p = parent[p];
	}
}

int main(int argc, char **argv)
{
	int n = argc * 1000;
	float *box;
	int *visits, *parent, *child;
	cudaMalloc(&box, n * sizeof(float));
	cudaMalloc(&visits, n * sizeof(int));
	cudaMalloc(&parent, n * sizeof(int));
	cudaMalloc(&child, n * sizeof(int));
	cudaMemset(visits, 0, n * sizeof(int));
	counted<<<(n + 255) / 256, 256>>>(box, visits, parent, child, n); // launch: undecided; twin-launch: race
	cudaMemset(visits, 0, n * sizeof(int));
	marked<<<(n + 255) / 256, 256>>>(box, visits, parent, child, n); // launch: undecided; twin-launch: race
	return 0;
}
