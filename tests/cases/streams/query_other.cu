// The host asks until the stream of the first kernel is done; in the twin it asks another one, of which it learns nothing about the first.
__global__ void put(int *d, int v)
{
	d[threadIdx.x] = v;
}

int main()
{
	int *d;
	cudaStream_t first, second;
	cudaMalloc(&d, 1024);
	cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
	put<<<1, 256, 0, first>>>(d, 1); // launch: race-free; twin-launch: race-free
	while (cudaStreamQuery(first) == cudaErrorNotReady) // twin:	while (cudaStreamQuery(second) == cudaErrorNotReady)
		;
	put<<<1, 256, 0, second>>>(d, 2); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
}
