// A product of ids that the launch's own size makes greater than its type: two threads 65536 apart have one place. In the twin the grid is as large as
// the type allows.
__global__ void upper_half(int *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[(i * 65536u) >> 16] = i; // race: inter-block
}

__global__ void quotient(int *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * 32768u / 32768u] = i; // race: inter-block; twin-race: inter-block
}

__global__ void packed(unsigned *out)
{
	unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * (1ull << 48) + 7 >> 48] = i; // race: inter-block; twin-race: inter-block
}

void run(int *out, int *more, unsigned *other)
{
	upper_half<<<257, 256>>>(out); // launch: race; twin-launch: race-free; twin: 	upper_half<<<256, 256>>>(out);
	quotient<<<513, 256>>>(more); // launch: race; twin-launch: race
	packed<<<257, 256>>>(other); // launch: race; twin-launch: race
}
