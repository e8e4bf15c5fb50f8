// Kernels of one template, and launches of one kernel: what the first one shows is no more than a hint for the others.
template <int SHIFT> __global__ void shifted(int *out, const int *in, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		out[i] = in[i]; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
		if (SHIFT > 0)
			out[i + SHIFT - 1] += 1; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
	}
}

__global__ void strided(int *out, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	out[i * stride] = i; // race: inter-block, intra-block, intra-warp; twin: 	out[i] = i * stride;
}

int main()
{
	int *out, *in;
	cudaMalloc(&out, 5000 * sizeof(int));
	cudaMalloc(&in, 5000 * sizeof(int));
	shifted<2><<<4, 256>>>(out, in, 1024); // launch: race; twin-launch: race
	shifted<0><<<4, 256>>>(out, in, 1024); // launch: race-free; twin-launch: race-free
	shifted<1><<<4, 256>>>(out, in, 1024); // launch: race-free; twin-launch: race-free
	shifted<3><<<4, 256>>>(out, in, 1024); // launch: race; twin-launch: race
	strided<<<4, 256>>>(out, 0); // launch: race; twin-launch: race-free
	strided<<<4, 256>>>(out, 4); // launch: race-free; twin-launch: race-free
	strided<<<4, 256>>>(out, 1); // launch: race-free; twin-launch: race-free
	return cudaDeviceSynchronize();
}
