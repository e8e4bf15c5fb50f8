typedef void (*operation)(int *, int);

operation own_operation();
void run(int *out, operation op);

static __device__ void first(int *out, int i)
{
	out[0] = i;
}

__device__ operation of_each = first;

static operation other_operation()
{
	operation op;
	cudaMemcpyFromSymbol(&op, of_each, sizeof(op));
	return op;
}

int main()
{
	int *out;
	cudaMalloc(&out, 64 * sizeof(int));
	run(out, own_operation()); // twin: 	run(out, other_operation());
	return cudaDeviceSynchronize();
}
