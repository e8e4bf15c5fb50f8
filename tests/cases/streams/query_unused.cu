// Asking whether an event has come, without looking at the answer, waits for nothing.
__global__ void put(int *d, int v)
{
	d[threadIdx.x] = v;
}

int main()
{
	int *d;
	cudaStream_t s;
	cudaEvent_t e;

	cudaMalloc(&d, 1024);
	cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	put<<<1, 256>>>(d, 1); // launch: race-free; twin-launch: race-free
	cudaEventRecord(e, 0);
	while (cudaEventQuery(e) != cudaSuccess) // twin: cudaEventQuery(e);
		;
	put<<<1, 256, 0, s>>>(d, 2); // launch: race-free; twin-launch: race-free; twin-finding: inter-kernel
}
