// Memory that each round of a loop allocates, and two streams that use it there.
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
	double *z;
	cudaStream_t s, t;
	cudaMalloc(&z, 8 * n);
	cudaStreamCreate(&s);
	cudaStreamCreate(&t);
	for (int k = 0; k < argc; k++) {
		double *w, *own;
		cudaMalloc(&w, 8 * n);
		cudaMalloc(&own, 8 * n);
		fill<<<10, 128, 0, s>>>(w, n); // launch: race-free; twin-launch: race-free
		fill<<<10, 128, 0, s>>>(own, n); // launch: race-free; twin-launch: race-free
		copy<<<10, 128, 0, t>>>(w, z, n); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin: 		copy<<<10, 128, 0, s>>>(w, z, n);
		cudaStreamSynchronize(t);
	}
	for (int k = 0; k < argc; k++) {
		double *w;
		cudaMallocAsync(&w, 8 * n, s);
		fill<<<10, 128, 0, s>>>(w, n); // launch: race-free; twin-launch: race-free
		copy<<<10, 128, 0, t>>>(w, z, n); // launch: race-free; twin-launch: race-free; finding: inter-kernel; twin-finding: inter-kernel
		cudaDeviceSynchronize();
	}
}
