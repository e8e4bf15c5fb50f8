// Tables of pointers in variables of the device, of which it is not followed what lies there: row by row, copied while the host goes on, by a kernel. Nothing is
// known to keep the rows apart; memory that is allocated for each is apart. In the twin a kernel puts rows of one allocation there.
__constant__ float *pieced[16], *late[16];
__device__ float *laid[16], *own[16];

__global__ void fill_pieced(int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		pieced[blockIdx.x][i] = i;
}

__global__ void fill_late(int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		late[blockIdx.x][i] = i;
}

__global__ void lay(float *memory, int n)
{
	laid[threadIdx.x] = memory + threadIdx.x * n;
	own[threadIdx.x] = (float *)malloc(n * sizeof(float)); // twin: 	own[threadIdx.x] = memory + threadIdx.x / 2 * n;
}

__global__ void fill_laid(int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		laid[blockIdx.x][i] = i;
}

__global__ void fill_own(int n)
{
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		own[blockIdx.x][i] = i;
}

int main()
{
	const int n = 100;
	float *memory, *some[16];
	cudaMalloc(&memory, 4 * 16 * n);
	for (int r = 0; r < 16; r++) {
		some[r] = memory + r * n;
		cudaMemcpyToSymbol(pieced, &some[r], sizeof(float *), r * sizeof(float *));
	}
	cudaMemcpyToSymbolAsync(late, some, sizeof(some), 0, cudaMemcpyHostToDevice, 0);
	fill_pieced<<<16, 64>>>(n); // launch: undecided; twin-launch: undecided
	fill_late<<<16, 64>>>(n); // launch: undecided; twin-launch: undecided
	lay<<<1, 16>>>(memory, n); // launch: race-free; twin-launch: race-free
	fill_laid<<<16, 64>>>(n); // launch: undecided; twin-launch: undecided
	fill_own<<<16, 64>>>(n); // launch: race-free; twin-launch: undecided
}
