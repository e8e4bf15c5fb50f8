// Rows whose numbers a list of the host has, each once: entries of 64 bits, rows of all powers of two.
#include <cstdint>
#include <cstdlib>

__global__ void store(uint64_t *cache, const int64_t *place, uint64_t n, const uint64_t *rows, uint64_t stride, uint64_t steps)
{
	unsigned id = blockIdx.x * blockDim.x + threadIdx.x, warp = id / 32, lane = id % 32;
	if (warp >= n)
		return;
	uint64_t *to = cache + place[warp] * stride;
	const uint64_t *from = rows + warp * stride;
	for (uint64_t i = 0; i < steps; ++i)
		((ulonglong4 *)to)[lane + i * 32] = ((const ulonglong4 *)from)[lane + i * 32]; // twin-race: inter-block,intra-block
}

int main()
{
	enum { PLACES = 1 << 18 };
	int64_t *host = (int64_t *)malloc(PLACES * sizeof(int64_t)), *place;
	uint64_t *cache, *rows;
	for (int size = 2; size <= 1024; size *= 2) {
		cudaMalloc(&cache, 64ul * PLACES * size);
		for (unsigned n = 1; n <= 16384; n *= 2) {
			cudaMalloc(&place, n * sizeof(int64_t));
			cudaMalloc(&rows, 64ul * n * size);
			uint64_t stride = 8 * size;
			const auto bytes = 8 * stride;
			for (int i = 0; i < PLACES; i++)
				host[i] = i; // twin: 				host[i] = i / 16;
			for (int i = PLACES - 1; i > 0; i--) {
				int k = rand() % (i + 1);
				int64_t other = host[i];
				host[i] = host[k];
				host[k] = other;
			}
			cudaMemcpy(place, host, n * sizeof(int64_t), cudaMemcpyHostToDevice);
			if (bytes % 1024 == 0)
				store<<<(n + 7) / 8, 256>>>(cache, place, n, rows, bytes / 8, bytes / 1024); // launch: race-free; twin-launch: race
		}
	}
}
