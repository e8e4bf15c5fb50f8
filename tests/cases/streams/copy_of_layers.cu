// Copies and fills of layers beside a kernel: they touch the bytes of the rows of the layers from a position on, and none between them.
__global__ void fill(char *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = i;
}

__global__ void fill_gaps(char *y, int layers)
{
	int i = threadIdx.x;
	if (i < layers)
		for (int k = 320; k < 640; k++)
			y[640 * i + k] = i; // twin: 			y[640 * i + k - (i > 3)] = i;
}

int main()
{
	char *y, *h;
	cudaStream_t s, t;
	cudaEvent_t e;
	cudaMalloc(&y, 64 * 10 * 10);
	cudaMallocHost(&h, 64 * 10 * 10);
	cudaStreamCreate(&s);
	cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking);
	cudaEventCreate(&e);
	cudaMemcpy3DParms p = { 0 };
	p.srcPtr = make_cudaPitchedPtr(y, 64, 64, 10);
	p.dstPtr = make_cudaPitchedPtr(h, 64, 64, 10);
	p.extent = make_cudaExtent(64, 5, 6);
	p.kind = cudaMemcpyDeviceToHost;

	fill<<<50, 128, 0, s>>>(y, 6400); // launch: race-free; twin-launch: race-free
	cudaMemcpy3DAsync(&p, t); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	fill<<<50, 128, 0, s>>>(y, 6400); // launch: race-free; twin-launch: race-free
	cudaMemcpy3DAsync(&p, s);
	cudaEventRecord(e, s);
	cudaStreamWaitEvent(t, e, 0);
	cudaMemset3DAsync(p.srcPtr, 0, p.extent, t);
	cudaDeviceSynchronize();

	fill<<<50, 128, 0, s>>>(y, 6400); // launch: race-free; twin-launch: race-free
	cudaMemset3DAsync(p.srcPtr, 0, p.extent, t); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	fill<<<50, 128, 0, t>>>(y, 6400); // launch: race-free; twin-launch: race-free
	cudaMemcpy3D(&p); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	fill_gaps<<<1, 128, 0, s>>>(y, 10); // launch: race-free; twin-launch: race-free
	cudaMemcpy3DAsync(&p, t); // twin-finding: inter-kernel
	cudaDeviceSynchronize();

	p.srcPos = make_cudaPos(8, 0, 2);
	p.extent.width = 16;
	fill<<<10, 128, 0, s>>>(y, 1288); // launch: race-free; twin-launch: race-free
	cudaMemcpy3DAsync(&p, t);
	cudaDeviceSynchronize();
	fill<<<11, 128, 0, s>>>(y, 1289); // launch: race-free; twin-launch: race-free
	cudaMemcpy3DAsync(&p, t); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
