// One loop waits for the flags of both neighbours; in the twin for one of them, whichever comes first.
__global__ void ring(float *edge, volatile int *flag, float *out)
{
	int b = blockIdx.x, l = (b + gridDim.x - 1) % gridDim.x, r = (b + 1) % gridDim.x;
	if (threadIdx.x == 0) {
		edge[b] = out[b]; // twin-race: inter-block
		__threadfence();
		flag[b] = 1;
		while (!(flag[l] && flag[r])) // twin: while (!(flag[l] || flag[r]))
			;
		__threadfence();
		out[b] = edge[l] + edge[r]; // twin-race: inter-block; twin-cause: need not be the signal
	}
}
// the first and the last block have one neighbour
__global__ void row(float *edge, volatile int *flag, float *out)
{
	int b = blockIdx.x, n = gridDim.x;
	if (threadIdx.x == 0) {
		edge[b] = out[b];
		__threadfence();
		flag[b] = 1;
		while ((b > 0 && !flag[b - 1]) || (b + 1 < n && !flag[b + 1]))
			;
		__threadfence();
		out[b] = (b > 0 ? edge[b - 1] : 0) + (b + 1 < n ? edge[b + 1] : 0);
	}
}
// all have a right one, the last block the first one
__global__ void half_ring(float *edge, volatile int *flag, float *out)
{
	int b = blockIdx.x, r = (b + 1) % gridDim.x;
	if (threadIdx.x == 0) {
		edge[b] = out[b];
		__threadfence();
		flag[b] = 1;
		while (true) {
			if (b > 0 && !flag[b - 1])
				continue;
			if (flag[r])
				break;
		}
		__threadfence();
		out[b] = (b > 0 ? edge[b - 1] : 0) + edge[r];
	}
}
// nobody waits for the left one of block 1
__global__ void short_row(float *edge, volatile int *flag, float *out)
{
	int b = blockIdx.x, n = gridDim.x;
	if (threadIdx.x == 0) {
		edge[b] = out[b]; // race: inter-block; twin-race: inter-block
		__threadfence();
		flag[b] = 1;
		while ((b > 1 && !flag[b - 1]) || (b + 1 < n && !flag[b + 1]))
			;
		__threadfence();
		out[b] = (b > 0 ? edge[b - 1] : 0) + (b + 1 < n ? edge[b + 1] : 0); // race: inter-block; twin-race: inter-block
	}
}
int main()
{
	float *edge, *out;
	int *flag;
	cudaMalloc(&edge, 64 * 4);
	cudaMalloc(&out, 64 * 4);
	cudaMalloc(&flag, 64 * 4);
	cudaMemset(flag, 0, 64 * 4);
	ring<<<64, 32>>>(edge, flag, out); // launch: race-free; twin-launch: race
	cudaMemset(flag, 0, 64 * 4);
	row<<<64, 32>>>(edge, flag, out); // launch: race-free; twin-launch: race-free
	cudaMemset(flag, 0, 64 * 4);
	half_ring<<<64, 32>>>(edge, flag, out); // launch: race-free; twin-launch: race-free
	cudaMemset(flag, 0, 64 * 4);
	short_row<<<64, 32>>>(edge, flag, out); // launch: race; twin-launch: race
}
