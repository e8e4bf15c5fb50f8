// Copies and fills of rows beside a kernel: they touch the bytes of the rows, and not those between them.
__global__ void fill(char *y, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		y[i] = i;
}

__global__ void fill_gaps(char *y, int rows)
{
	int i = threadIdx.x;
	if (i < rows)
		for (int k = 80; k < 96; k++)
			y[96 * i + k] = i; // twin: 			y[96 * i + k - (i > 3)] = i;
}

static char rows[80 * 100];

int main()
{
	char *y, *z;
	cudaStream_t s, t;
	cudaMalloc(&y, 96 * 100);
	cudaMalloc(&z, 96 * 100);
	cudaStreamCreate(&s);
	cudaStreamCreate(&t);

	fill<<<75, 128, 0, s>>>(y, 96 * 100); // launch: race-free; twin-launch: race-free
	cudaMemcpy2DAsync(rows, 80, y, 96, 80, 100, cudaMemcpyDeviceToHost, t); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	fill<<<75, 128, 0, s>>>(y, 96 * 100); // launch: race-free; twin-launch: race-free
	cudaMemset2DAsync(y + 96 * 50, 96, 0, 80, 50, t); // finding: inter-kernel; twin-finding: inter-kernel
	cudaDeviceSynchronize();

	fill<<<10, 128, 0, s>>>(y, 1280); // launch: race-free; twin-launch: race-free
	cudaMemset2DAsync(y + 96 * 50, 96, 0, 80, 50, t);
	cudaDeviceSynchronize();

	fill<<<75, 128, 0, s>>>(y, 96 * 100); // launch: race-free; twin-launch: race-free
	cudaMemcpy2DAsync(rows, 80, y, 96, 80, 100, cudaMemcpyDeviceToHost, s);
	cudaDeviceSynchronize();

	fill_gaps<<<1, 128, 0, s>>>(y, 100); // launch: race-free; twin-launch: race-free
	cudaMemcpy2DAsync(z, 80, y, 96, 80, 100, cudaMemcpyDeviceToDevice, t); // twin-finding: inter-kernel
	cudaDeviceSynchronize();
}
