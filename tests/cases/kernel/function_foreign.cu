// Operators in a struct among the arguments: a function pointer that other code gives may lead to a function of another file.
#include <cuda_runtime.h>

typedef void (*operation)(int *, int);

struct operations {
	int rounds;
	operation first, last;
};

operation other_operation();

__device__ void put(int *out, int i)
{
	out[i] = i;
}

__device__ void add(int *out, int i)
{
	out[i] += i;
}

__device__ operation of_put = put, of_add[] = { put, add };

__global__ void apply(int *out, operations ops)
{
	ops.first(out, threadIdx.x);
	if (ops.last)
		ops.last(out, threadIdx.x);
}

int main(int argc, char **)
{
	int *out;
	operations ops = { argc };
	cudaMalloc(&out, 64 * sizeof(int));
	cudaMemcpyFromSymbol(&ops.first, of_put, sizeof(operation));
	if (argc > 1)
		cudaMemcpyFromSymbol(&ops.last, of_add, sizeof(operation), sizeof(operation)); // twin: ops.last = other_operation();
	apply<<<1, 64>>>(out, ops); // launch: race-free; twin-launch: undecided
	return cudaDeviceSynchronize();
}
