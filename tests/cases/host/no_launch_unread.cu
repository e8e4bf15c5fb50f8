// No launch in sight: dimensions that the kernel does not read are taken as 1.
__global__ void step(int *a, int n) // kernel: race-free; twin-kernel: race
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
		a[i] += (int)blockIdx.x; // twin-race: intra-block,intra-warp; twin: a[i] += (int)threadIdx.y;
}
