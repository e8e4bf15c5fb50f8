// A product of ids by a number that is no power of two wraps in the launch's own size: more threads than quotients. What is cut off by hand in
// more bits is the same number. In the twin nothing wraps.
__global__ void quotient(int *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * 40000u / 40000u] = i; // race: inter-block
}

__global__ void rest_cut(int *out)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long low = i * 40000ull % 4294967296ull;
	out[(unsigned)low / 40000u] = i; // race: inter-block; twin-race: inter-block
}

void run(int *out, int *more)
{
	quotient<<<1024, 256>>>(out); // launch: race; twin-launch: race-free; twin: 	quotient<<<256, 256>>>(out);
	rest_cut<<<1024, 256>>>(more); // launch: race; twin-launch: race
}
