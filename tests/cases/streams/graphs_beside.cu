// Several graphs, captured or made of nodes, which are launched beside each other; in the twin nothing makes one wait for the other.
__global__ void put(float *p, float v)
{
	p[blockIdx.x * blockDim.x + threadIdx.x] = v + threadIdx.x;
}

int main()
{
	float *p, *q, *r, v = 1;
	cudaStream_t a, b;
	cudaEvent_t e;
	cudaGraph_t one, two, three, four;
	cudaGraphExec_t first, second, third, fourth;
	cudaGraphNode_t n;
	cudaMalloc(&p, 4096 * sizeof(float));
	cudaMalloc(&q, 4096 * sizeof(float));
	cudaMalloc(&r, 4096 * sizeof(float));
	cudaStreamCreate(&a);
	cudaStreamCreate(&b);
	cudaEventCreate(&e);
	cudaStreamBeginCapture(a, cudaStreamCaptureModeGlobal);
	put<<<16, 256, 0, a>>>(p, 1); // launch: race-free; twin-launch: race-free
	put<<<16, 256, 0, a>>>(r, 1); // launch: race-free; twin-launch: race-free
	cudaStreamEndCapture(a, &one);
	cudaStreamBeginCapture(b, cudaStreamCaptureModeGlobal);
	put<<<16, 256, 0, b>>>(p, 2); // launch: race-free; twin-launch: race-free
	cudaStreamEndCapture(b, &two);
	cudaGraphCreate(&three, 0);
	cudaGraphCreate(&four, 0);
	void *args[] = { &q, &v }, *others[] = { &r, &v };
	cudaKernelNodeParams k = { 0 };
	k.func = (void *)put;
	k.gridDim = dim3(16);
	k.blockDim = dim3(256);
	k.kernelParams = args;
	cudaGraphAddKernelNode(&n, three, NULL, 0, &k); // launch: race-free; twin-launch: race-free; finding: graph-order; twin-finding: graph-order
	k.kernelParams = others;
	cudaGraphAddKernelNode(&n, four, NULL, 0, &k); // launch: race-free; twin-launch: race-free; finding: graph-order; twin-finding: graph-order
	cudaGraphInstantiate(&first, one, NULL, NULL, 0);
	cudaGraphInstantiate(&second, two, NULL, NULL, 0);
	cudaGraphInstantiate(&third, three, NULL, NULL, 0);
	cudaGraphInstantiate(&fourth, four, NULL, NULL, 0);

	cudaGraphLaunch(first, a);
	cudaEventRecord(e, a);
	cudaStreamWaitEvent(b, e, 0); // twin:
	cudaGraphLaunch(second, b); // twin-finding: inter-kernel
	cudaDeviceSynchronize();

	cudaGraphLaunch(first, a);
	cudaGraphLaunch(third, b);
	cudaDeviceSynchronize();

	cudaGraphLaunch(second, b);
	cudaGraphLaunch(third, b);
	cudaGraphLaunch(fourth, b);
	cudaDeviceSynchronize();

	cudaGraphLaunch(first, a);
	cudaGraphLaunch(fourth, b); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	for (int i = 0; i < 9; i++) {
		cudaGraphLaunch(first, a);
		cudaStreamSynchronize(a);
		cudaGraphLaunch(second, b);
		cudaStreamSynchronize(b);
	}
}
