// The kernel's address is kept in a table beside its launch; the launch in sight has as many threads as the kernel's steps.
// That some launch would race is no race of the program, and no proof either.

#include <cuda_runtime.h>

static const void *asked[16];
static int count;

static bool seen_before(const void *kernel)
{
	for (int i = 0; i < count; i++)
		if (asked[i] == kernel)
			return true;
	asked[count++ % 16] = kernel;
	return false;
}

template <int STEP> __global__ void twice(float *out, int n) // kernel: undecided; twin-kernel: undecided
{
	for (int i = threadIdx.x; i < n; i += STEP)
		out[blockIdx.x * n + i] *= 2; // twin-race: intra-block
}

void run(float *out, int n, int rows)
{
	if (n <= 0)
		return;
	if (!seen_before((const void *)twice<256>))
		cudaFuncSetCacheConfig(twice<256>, cudaFuncCachePreferL1);
	twice<256><<<rows, 256>>>(out, n); // launch: race-free; twin-launch: race; twin: 	twice<256><<<rows, 512>>>(out, n);
}
