// twin-xfail: an object with a copy constructor, given to a kernel through a pointer to it, is not followed: its members count as memory of their own
struct view {
	float *out;
	const float *in;
	int n;
	__host__ __device__ view(float *out, const float *in, int n) : out(out), in(in), n(n) {}
	__host__ __device__ view(const view &other) : out(other.out), in(other.in), n(other.n) {}
};

__global__ void shift(view v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < v.n)
		v.out[i] = v.in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

__global__ void twice(view v)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i + 1 < v.n)
		v.out[i] = 2 * v.in[i + 1]; // twin-race: inter-block, intra-block, intra-warp
}

int main(int argc, char **argv)
{
	float *a, *b;
	cudaMalloc(&a, 1000 * sizeof(float));
	cudaMalloc(&b, 1000 * sizeof(float));
	void (*run)(view) = argc > 1 ? shift : twice;
	run<<<8, 128>>>(view(a, b, 1000)); // launch: race-free; twin-launch: race; twin: 	run<<<8, 128>>>(view(a, a, 1000));
	cudaDeviceSynchronize();
}
