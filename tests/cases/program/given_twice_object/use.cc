#include <cuda_runtime.h>

#include "row.h"

int main()
{
	row a = { 0, 1000 }, b = { 0, 1000 };
	cudaMalloc((void **)&a.data, 4000);
	cudaMalloc((void **)&b.data, 4000);
	a.take(b); // twin: 	a.take(a);
	return 0;
}
