// Peterson's mutual exclusion of two blocks: that the fences let nobody in beside the other is not followed. In the twin the fence behind
// the wait is missing.
__device__ volatile int wants[2], turn;
__device__ int count;

__global__ void counted(int n)
{
	if (threadIdx.x != 0)
		return;
	int own = blockIdx.x, other = 1 - own;
	for (int i = 0; i < n; i++) {
		wants[own] = 1;
		__threadfence();
		turn = other;
		__threadfence();
		while (wants[other] == 1 && turn == other)
			;
		__threadfence(); // twin:
		count += 1; // twin-race: inter-block
		__threadfence();
		wants[own] = 0;
	}
}

int main()
{
	counted<<<2, 32>>>(10); // launch: undecided; twin-launch: race
}
