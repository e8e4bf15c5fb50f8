// Sizes of levels, each half the one above, in arrays that the host fills from the last entry down: a row is never shorter than
// its image is wide. That is not followed, and no race.

#include <cuda_runtime.h>

__global__ void clear(float *out, int width, int height, int stride)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
	if (x < width && y < height)
		out[y * stride + x] += 1; // twin-race: inter-block, intra-block
}

void levels(float *out, int width, int height, int stride, int count)
{
	int *w = new int[count], *h = new int[count], *s = new int[count];
	int at = count - 1;
	w[at] = width;
	h[at] = height;
	s[at] = stride;
	for (; at > 0; at--) {
		w[at - 1] = w[at] / 2;
		h[at - 1] = h[at] / 2;
		s[at - 1] = (w[at] / 2 + 31) / 32 * 32;
	}
	for (; at < count - 1; at++) {
		dim3 grid((w[at] + 31) / 32, (h[at] + 7) / 8);
		clear<<<grid, dim3(32, 8)>>>(out, w[at], h[at], s[at]); // launch: undecided; twin-launch: race; twin: 		clear<<<dim3(4, 4), dim3(32, 8)>>>(out, width, height, stride);
	}
}
