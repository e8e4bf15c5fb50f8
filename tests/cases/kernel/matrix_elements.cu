// How many elements of a matrix a lane has: 16 of factors in half precision, of sums 8. In the twin rows of 8 overlap.
#include <mma.h>

using namespace nvcuda::wmma;

__global__ void spread(const half *in, half *out, float *sums)
{
	fragment<matrix_a, 16, 16, 16, half, row_major> a;
	fragment<accumulator, 16, 16, 16, float> c;
	load_matrix_sync(a, in, 16);
	fill_fragment(c, 0.0f);
	for (int i = 0; i < a.num_elements; i++)
		out[threadIdx.x * 16 + i] = a.x[i]; // twin-race: intra-warp; twin: 		out[threadIdx.x * 8 + i] = a.x[i];
	for (int i = 0; i < c.num_elements; i++)
		sums[threadIdx.x * 8 + i] = c.x[i];
}

void run(const half *in, half *out, float *sums)
{
	spread<<<1, 32>>>(in, out, sums); // launch: race-free; twin-launch: race
}
