// Each of four streams is to be waited for by the first; it is made to wait for itself, as the arguments are mixed up. Mended in the twin.
__global__ void work(float *x, int lo, int hi)
{
	for (int i = lo + blockIdx.x * blockDim.x + threadIdx.x; i < hi; i += gridDim.x * blockDim.x)
		x[i] = x[i] * 2 + 1;
}

__global__ void sum(const float *x, float *s, int n)
{
	float v = 0;
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		v += x[i];
	atomicAdd(s, v);
}

int main()
{
	const int n = 1000, chunk = 250;
	float *x, *s;
	cudaStream_t stream[4];
	cudaEvent_t done[4];
	cudaMalloc(&x, n * sizeof(float));
	cudaMalloc(&s, sizeof(float));
	for (int k = 0; k < 4; k++) {
		cudaStreamCreate(&stream[k]);
		cudaEventCreate(&done[k]);
	}
	for (int k = 0; k < 4; k++) {
		work<<<2, 128, 0, stream[k]>>>(x, k * chunk, k * chunk + chunk); // launch: race-free; twin-launch: race-free
		cudaEventRecord(done[k], stream[k]);
		if (k)
			cudaStreamWaitEvent(stream[k], done[k], 0); // twin: 			cudaStreamWaitEvent(stream[0], done[k], 0);
	}
	sum<<<1, 256, 0, stream[0]>>>(x, s, n); // launch: race-free; finding: inter-kernel; twin-launch: race-free
	cudaDeviceSynchronize();
}
