// Whether two launches may run at once is for the file to say that creates their streams.
#include "given.h"

int main()
{
	int *data;
	cudaStream_t first, second;
	cudaMalloc(&data, 4096 * sizeof(int));
	cudaStreamCreate(&first);
	cudaStreamCreate(&second);
	both(data, first, first); // twin: both(data, first, second);
}
