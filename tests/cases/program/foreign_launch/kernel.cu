// The kernel here, its launches in another .cu file.
__global__ void step(int *data, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		data[i % 1024] = i; // twin-race: inter-block
}
