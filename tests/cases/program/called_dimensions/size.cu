#include <cuda_runtime.h>

dim3 grid_size(unsigned long n)
{
	unsigned long x = (n - 1) / 512 + 1, y = 1;
	if (x > 65535) {
		x = 65535;
		y = (n - 1) / (x * 512) + 1;
	}
	dim3 grid(x, y, 1); // twin: 	dim3 grid(x, y, 2);
	return grid;
}
