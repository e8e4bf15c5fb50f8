// A kernel is given a function pointer by a caller in another file, which has it from the kernel's own file.
typedef void (*operation)(int *, int);

static __device__ void each(int *out, int i)
{
	out[i] = i;
}

__device__ operation of_each = each;

__global__ void apply(int *out, operation op)
{
	op(out, threadIdx.x);
}

operation own_operation()
{
	operation op;
	cudaMemcpyFromSymbol(&op, of_each, sizeof(op));
	return op;
}

void run(int *out, operation op)
{
	apply<<<1, 64>>>(out, op); // launch: race-free; twin-launch: undecided
}
