// An assert of many parts says that the stride is not 0.
#include <assert.h>
#include <cuda_runtime.h>

__global__ void fill(int *p, int stride, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		p[i * stride] = i; // twin-race: inter-block,intra-block,intra-warp
}

void run(int *p, int stride, int n, int a, int b, int c, int d, int e, int f, int g, int h)
{
	assert((stride == 4 && a > 1 && b < a * 3 && c != b + 7 && d > c * 2) || // twin: assert((stride == 0 && a > 1 && b < a * 3 && c != b + 7 && d > c * 2) ||
		(stride == 8 && e > f - a && g < h + b && h != 11 * a - 2) ||
		(stride == 9 && g + h + a * b < d * e && c * d - f != 12 && a % 7 == 3) ||
		(stride == 12 && a * a - b * b > 1000 && d / 3 > e && f % 5 != g / 2 && (h ^ a) > 12));
	fill<<<(n + 255) / 256, 256>>>(p, stride, n); // launch: race-free; twin-launch: race
}
