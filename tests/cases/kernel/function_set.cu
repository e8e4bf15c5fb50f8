// A function pointer in constant memory that the host sets: it has it from the file's own table, or from elsewhere.
#include <cuda_runtime.h>

typedef void (*operation)(int *, int);

operation other_operation();

__device__ void put(int *out, int i)
{
	out[i] = i;
}

__device__ operation of_put = put;
__constant__ operation chosen;

__global__ void apply(int *out)
{
	chosen(out, threadIdx.x);
}

int main()
{
	int *out;
	operation op = other_operation();
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMemcpyFromSymbol(&op, of_put, sizeof(op)); // twin: cudaMemcpyFromSymbolAsync(&op, of_put, 0);
	cudaMemcpyToSymbol(chosen, &op, sizeof(op));
	apply<<<1, 64>>>(out); // launch: race-free; twin-launch: undecided
	return cudaDeviceSynchronize();
}
