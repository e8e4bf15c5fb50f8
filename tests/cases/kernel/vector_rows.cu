// Rows reversed four elements at a time: a row is a whole number of vectors, or vectors overlap.
#include <cassert>
#include <cuda_runtime.h>

__global__ void reverse(float4 *out, const float4 *in, int rows, int length, int n)
{
	int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	int row = i / length, column = i % length;
	float *to = (float *)out + (rows - row - 1) * length + column;
	*(float4 *)to = in[i / 4]; // twin-race: inter-block, intra-block, intra-warp
}

void run(float4 *out, const float4 *in, int rows, int length)
{
	assert(rows > 0 && length > 0);
	assert(length % 4 == 0); // twin: assert(length > 2);
	int n = rows * length;
	reverse<<<(n / 4 + 255) / 256, 256>>>(out, in, rows, length, n); // launch: race-free; twin-launch: race
}
