// Halves of a block meet at barriers of their own between those of the whole block. In the twin the first half uses the number of
// __syncthreads, at which the second half may wait already: what its count then means is not defined.
__device__ void meet_half(int half)
{
	if (half)
		asm volatile("bar.sync 1, 128;" ::: "memory");
	else
		asm volatile("bar.sync 2, 128;" ::: "memory"); // twin: 		asm volatile("bar.sync 0, 128;" ::: "memory");
}

__global__ void halves(int *out)
{
	__shared__ int part[256];
	int t = threadIdx.x;
	part[t] = blockIdx.x + t;
	meet_half(t / 128);
	int other = part[t ^ 64];
	__syncthreads();
	part[t] = other;
	__syncthreads();
	out[blockIdx.x * 256 + t] = part[255 - t];
}

// Behind the last barrier of all its number is free.
__global__ void behind(int *out)
{
	__shared__ int part[256];
	int t = threadIdx.x;
	part[t] = blockIdx.x + t;
	__syncthreads();
	int other = part[255 - t];
	if (t < 128) {
		asm volatile("bar.sync 0, 128;" ::: "memory");
		out[blockIdx.x * 128 + t] = other;
	}
}

void run(int *out)
{
	halves<<<8, 256>>>(out); // launch: race-free; twin-launch: undecided
	behind<<<8, 256>>>(out); // launch: race-free; twin-launch: race-free
}
