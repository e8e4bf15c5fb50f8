// The same by leaders of blocks, between barriers. In the twin the block does not wait for its leader before it writes again.
__device__ int full, empty;

__global__ void pass(int *words, int *out, int n)
{
	for (int i = 0; i < n; i++) {
		if (blockIdx.x == 0) {
			words[threadIdx.x] = i; // twin-race: inter-block
			__syncthreads();
			if (threadIdx.x == 0) {
				__threadfence();
				atomicExch(&full, 1);
				while (atomicExch(&empty, 0) != 1)
					;
				__threadfence();
			}
			__syncthreads(); // twin:
		} else {
			if (threadIdx.x == 0) {
				while (atomicCAS(&full, 1, 0) != 1)
					;
				__threadfence();
			}
			__syncthreads();
			out[i * 64 + threadIdx.x] = words[63 - threadIdx.x]; // twin-race: inter-block
			__syncthreads();
			if (threadIdx.x == 0) {
				__threadfence();
				atomicExch(&empty, 1);
			}
		}
	}
}

void run(int *words, int *out, int n)
{
	pass<<<2, 64>>>(words, out, n); // launch: race-free; twin-launch: race
}
