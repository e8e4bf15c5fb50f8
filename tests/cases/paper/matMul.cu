// Matrix product where partial sums meet under locks: a block-scope lock a lane, a device-scope lock an element.
#include <cuda_runtime.h>
#include <cstdlib>

#define WARP 32
#define BLOCKS 64
#define THREADS 128

__global__ void multiply(const int *A, const int *B, int *C, int rA, int cA, int cB, int *locks, int *partial, int *global_lock)
{
	const int tid = threadIdx.x, slot = blockIdx.x * WARP + tid % WARP;
	const int chunks = (cA + THREADS - 1) / THREADS;

	for (int offset = 0; offset / chunks < rA; offset += BLOCKS) {
		int row = (blockIdx.x + offset) / chunks;

		for (int i = 0; i < (cB + WARP - 1) / WARP; i++) {
			if (tid / WARP == 0)
				partial[slot] = 0;
			__syncthreads();
			for (int j = 0; j < WARP; j++) {
				int col = (blockIdx.x + offset) % chunks * THREADS + tid / WARP * WARP + j, t = 0;

				if (row < rA && col < cA && i * WARP + tid % WARP < cB)
					t = A[col + row * cA] * B[i * WARP + tid % WARP + col * cB];
				for (bool done = false; !done;)
					if (atomicCAS_block(&locks[slot], 0, 1) == 0) {
						__threadfence_block();
						partial[slot] += t;
						__threadfence_block();
						atomicExch_block(&locks[slot], 0);
						done = true;
					}
			}
			__syncthreads();
			int at = i * WARP + tid + row * cB;

			if (tid / WARP == 0 && row < rA && i * WARP + tid < cB)
				for (bool done = false; !done;)
					if (atomicCAS(&global_lock[at % THREADS], 0, 1) == 0) { // twin-race: inter-block; twin-cause: scope; twin: if (atomicCAS_block(&global_lock[at % THREADS], 0, 1) == 0) {
						__threadfence();
						C[at] += partial[slot]; // twin-race: inter-block; twin-cause: scope
						__threadfence();
						atomicExch(&global_lock[at % THREADS], 0); // twin-race: inter-block; twin-cause: scope
						done = true;
					}
		}
	}
}

int main(int argc, char **argv)
{
	int rA = atoi(argv[1]), cA = atoi(argv[2]), cB = atoi(argv[3]);
	int *A, *B, *C, *locks, *partial, *global_lock;

	cudaMalloc(&A, rA * cA * sizeof(int));
	cudaMalloc(&B, cA * cB * sizeof(int));
	cudaMalloc(&C, rA * cB * sizeof(int));
	cudaMalloc(&locks, BLOCKS * WARP * sizeof(int));
	cudaMalloc(&partial, BLOCKS * WARP * sizeof(int));
	cudaMalloc(&global_lock, THREADS * sizeof(int));
	cudaMemset(locks, 0, BLOCKS * WARP * sizeof(int));
	cudaMemset(global_lock, 0, THREADS * sizeof(int));
	multiply<<<BLOCKS, THREADS>>>(A, B, C, rA, cA, cB, locks, partial, global_lock); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
