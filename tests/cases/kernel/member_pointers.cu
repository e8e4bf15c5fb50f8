// Pointers in a member array: a number outside of it would name the pointer behind it, and is no number of a list.
struct Buffers {
	const int *lists[4];
	int *out;
};

__device__ Buffers buffers;

__global__ void gather(int list, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	const int *from = buffers.lists[list]; // twin: const int *from = buffers.out;

	if (i < n)
		buffers.out[i] = from[i + 1]; // twin-race: inter-block,intra-block,intra-warp
}

void run(int list, int n)
{
	gather<<<(n + 127) / 128, 128>>>(list, n); // launch: race-free; twin-launch: race
}
