// Random updates of a table: the generators' states are indexed by the thread of the only block.
#include <cuda_runtime.h>
#include <cstdlib>

typedef unsigned long long u64;

__global__ void init_table(u64 *table, u64 size)
{
	u64 i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < size)
		table[i] = i;
}

__global__ void update(u64 *table, u64 size, u64 *state)
{
	int j = threadIdx.x;
	u64 ran = state[j]; // twin-race: inter-block

	for (u64 i = 0; i < 4 * size / 128; i++) {
		ran = (ran << 1) ^ ((long long)ran < 0 ? 7 : 0);
		atomicXor(&table[ran & (size - 1)], ran);
	}
	state[j] = ran; // twin-race: inter-block
}

int main(int argc, char **argv)
{
	u64 size = 1ull << 20, *table, *state;

	cudaMalloc(&table, size * sizeof(u64));
	cudaMalloc(&state, 128 * sizeof(u64));
	for (int i = 0; i < atoi(argv[1]); i++) {
		init_table<<<(size + 255) / 256, 256>>>(table, size); // launch: race-free; twin-launch: race-free
		update<<<1, 128>>>(table, size, state); // launch: race-free; fact: grid; twin-launch: race; twin: update<<<2, 128>>>(table, size, state);
	}
	return cudaDeviceSynchronize();
}
