// Places scattered by permutations of the lower digits: a product with an odd number, a step of a congruential generator, a finalizer of a hash. In the twin the number is even.
__global__ void by_product(const float *in, float *out, unsigned n)
{
	unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		out[(i * 2654435761u) & (n - 1)] = in[i]; // twin-race: inter-block; twin: 		out[(i * 2654435762u) & (n - 1)] = in[i];
}

__global__ void by_step(const float *in, float *out)
{
	unsigned i = blockIdx.x * 256 + threadIdx.x;
	out[(i * 1664525u + 1013904223u) % 65536] = in[i];
}

__global__ void by_hash(const float *in, unsigned long long *out)
{
	unsigned h = blockIdx.x * 256 + threadIdx.x;
	h ^= h >> 16;
	h *= 0x85ebca6bu;
	h ^= h >> 13;
	h *= 0xc2b2ae35u;
	h ^= h >> 16;
	out[h] = in[threadIdx.x];
}

int main()
{
	float *in, *out;
	unsigned long long *table;
	const unsigned n = 1 << 20;
	cudaMalloc(&in, 4 * n);
	cudaMalloc(&out, 4 * n);
	cudaMalloc(&table, 8ull << 32);
	by_product<<<n / 256, 256>>>(in, out, n); // launch: race-free; twin-launch: race
	by_step<<<256, 256>>>(in, out); // launch: race-free; twin-launch: race-free
	by_hash<<<256, 256>>>(in, table); // launch: race-free; twin-launch: race-free
}
