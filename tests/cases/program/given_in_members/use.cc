#include <cuda_runtime.h>

#include "job.h"

void run()
{
	float *a, *b;
	cudaMalloc(&a, 4000);
	cudaMalloc(&b, 4000);
	job j(a, b, 1000); // twin: 	job j(a, a, 1000);
	j.run();
}
