// Threads draw rows from a counter until there are none, and put what they made into shared memory; without the barrier others read it too early.
__global__ void work(int *head, int *out, int n)
{
	__shared__ int made[64];
	int row;
	made[threadIdx.x] = 0; // twin-race: intra-block; twin-cause: barrier missing between the two accesses
	while ((row = atomicAdd_block(&head[blockIdx.x], 1)) < n) {
		made[threadIdx.x] += row; // twin-race: intra-block
		__threadfence_block();
	}
	__syncthreads(); // twin: ;
	out[blockIdx.x * 64 + threadIdx.x] = made[63 - threadIdx.x]; // twin-race: intra-block
}

int main(int argc, char **argv)
{
	int *head, *out;
	cudaMalloc(&head, 16 * sizeof(int));
	cudaMalloc(&out, 16 * 64 * sizeof(int));
	work<<<16, 64>>>(head, out, argc); // launch: race-free; twin-launch: race
}
