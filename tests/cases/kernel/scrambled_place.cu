// Places by the lower half of a product: it wraps on purpose. The twin keeps the counter itself.
// flags: --timeout=2
#include <cuda_runtime.h>
#include <cstdint>

__global__ void scatter(int *out, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	uint64_t product = (uint64_t)i * 0xD2511F53u;
	out[(uint32_t)product % 7] = i; // race: inter-block,intra-block,intra-warp; twin: out[i] = i;
}

int main()
{
	int *out;
	cudaMalloc(&out, 4096 * sizeof(int));
	scatter<<<16, 256>>>(out, 4096); // launch: race; twin-launch: race-free
}
