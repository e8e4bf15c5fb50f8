// Blocks counted by way of float: never more than by integers where the divisor is a power of two that float steps do not pass.
#include <cmath>

__global__ void pad(float *d, int ld)
{
	int x = blockIdx.x * 256 + threadIdx.x;

	d[blockIdx.y * ld + x] = x; // twin-race: inter-block
}

void run(float *d, int n, int rows)
{
	int ld = (n + 255) / 256 * 256;

	if (n < 0)
		return;
	pad<<<dim3((int)ceilf((float)n / 256), rows), 256>>>(d, ld); // launch: race-free; twin-launch: race; twin: pad<<<dim3((int)ceilf((float)n / 255), rows), 256>>>(d, ld);
}
