#include <cassert>
struct __align__(8) four { short v[4]; };

// Rows that a warp each reads, sums up by shuffles and scales, four elements of a row to a lane, half of a block's rows; how often the loops before the last
// one went round says nothing of the places behind them.
__global__ void scale_rows(short *dst, const short *src, int rows, int count)
{
	int first = (8 * (blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)) + threadIdx.y) * 2;
	int local = min(rows - first, 2), index = 4 * threadIdx.x, sum = 0;
	src += first * count + index;
	dst += first * count + index;
	for (int i = 0; i < local; i++)
		sum += index < count ? src[i * count] : 0;
	for (int offset = 16; offset > 0; offset /= 2)
		sum += __shfl_xor_sync(~0u, sum, offset);
	for (int i = 0; i < local; i++) {
		if (index >= count)
			break;
		four all = *(const four *)(src + i * count);
		all.v[0] *= sum;
		*(four *)(dst + i * count) = all; // twin-race: intra-block, intra-warp
	}
}

void scale(short *dst, const short *src, int query, int count, int batches, int heads)
{
	assert(count > 64 && count <= 128 && query % 16 == 0);
	assert(count % 4 == 0); // twin: 	assert(count % 2 == 0);
	scale_rows<<<dim3(query / 16, heads, batches), dim3(32, 4)>>>(dst, src, batches * heads * query, count); // launch: race-free; twin-launch: race
}
