// A wait, an event that is recorded or waited for, a copy that the host waits for: under a condition of which nothing says that it holds. Where both launches are under it, or
// either way orders them, there is nothing to find.
__global__ void fill(double *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = i;
}

__global__ void copy(const double *y, double *z, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		z[i] = y[i];
}

int main(int argc, char **argv)
{
	const int n = 1280;
	double *y, *z, some;
	cudaStream_t s, t;
	cudaEvent_t e;
	cudaMalloc(&y, 8 * n);
	cudaMalloc(&z, 8 * n);
	cudaStreamCreate(&s);
	cudaStreamCreate(&t);
	cudaEventCreate(&e);

	fill<<<10, 128, 0, s>>>(y, n); // launch: race-free; twin-launch: race-free
	if (argc > 1) // twin:
		cudaStreamSynchronize(s);
	copy<<<10, 128, 0, t>>>(y, z, n); // launch: race-free; twin-launch: race-free; finding: inter-kernel
	cudaDeviceSynchronize();

	fill<<<10, 128, 0, s>>>(y, n); // launch: race-free; twin-launch: race-free
	if (argc > 2)
		cudaEventRecord(e, s);
	cudaStreamWaitEvent(t, e, 0);
	copy<<<10, 128, 0, t>>>(y, z, n); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	fill<<<10, 128, 0, s>>>(y, n); // launch: race-free; twin-launch: race-free
	cudaEventRecord(e, s);
	if (argc > 3)
		cudaStreamWaitEvent(t, e, 0);
	copy<<<10, 128, 0, t>>>(y, z, n); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	if (argc > 4)
		fill<<<10, 128, 0, s>>>(y, n); // launch: race-free; twin-launch: race-free
	if (argc > 3)
		cudaStreamSynchronize(s);
	copy<<<10, 128, 0, t>>>(y, z, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();

	fill<<<10, 128, 0, s>>>(y, n); // launch: race-free; twin-launch: race-free
	if (argc > 5) {
		cudaStreamSynchronize(s);
	} else {
		cudaEventRecord(e, s);
		cudaStreamWaitEvent(t, e, 0);
	}
	copy<<<10, 128, 0, t>>>(y, z, n); // launch: race-free; twin-launch: race-free
	cudaDeviceSynchronize();

	fill<<<10, 128, 0, s>>>(y, n); // launch: race-free; twin-launch: race-free
	if (cudaEventRecord(e, s) == cudaSuccess)
		cudaStreamWaitEvent(t, e, 0);
	copy<<<10, 128, 0, t>>>(y, z, n); // launch: race-free; twin-launch: race-free
	cudaMemcpy(&some, z, 8, cudaMemcpyDeviceToHost);
}
