// A function pointer in shared memory, chosen by one thread: of the file's own functions, or one that the caller brings.
#include <cuda_runtime.h>

typedef void (*operation)(int *, int);

operation other_operation();

__device__ void put(int *out, int i)
{
	out[i] = i;
}

__device__ void add(int *out, int i)
{
	out[i] += i;
}

__global__ void apply(int *out, int which, operation given)
{
	__shared__ operation chosen;
	if (threadIdx.x == 0)
		chosen = which ? put : add; // twin: chosen = which ? put : given;
	__syncthreads();
	chosen(out, threadIdx.x);
}

int main(int argc, char **)
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	apply<<<1, 64>>>(out, argc, other_operation()); // launch: race-free; twin-launch: undecided
	return cudaDeviceSynchronize();
}
