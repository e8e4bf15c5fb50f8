// Rows wait for the cells of the row above, each behind a fence where there is one; in the twin for the cell before.
__global__ void rows(int *cell, volatile int *progress, int w)
{
	int i = blockIdx.x;
	if (threadIdx.x)
		return;
	for (int j = 0; j < w; j++) {
		if (i > 0) {
			while (progress[i - 1] <= j) // twin: while (progress[i - 1] < j)
				;
			__threadfence();
		}
		int up = i > 0 ? cell[(i - 1) * w + j] : 0; // twin-race: inter-block
		int left = j > 0 ? cell[i * w + j - 1] : 0;
		cell[i * w + j] = up + left + 1; // twin-race: inter-block
		__threadfence();
		progress[i] = j + 1;
	}
}
// the fence is behind the read
__global__ void late(int *cell, volatile int *progress, int w)
{
	int i = blockIdx.x;
	if (threadIdx.x)
		return;
	for (int j = 0; j < w; j++) {
		if (i > 0)
			while (progress[i - 1] <= j)
				;
		int up = i > 0 ? cell[(i - 1) * w + j] : 0; // race: inter-block; twin-race: inter-block; cause: fence missing after the wait
		if (i > 0)
			__threadfence();
		int left = j > 0 ? cell[i * w + j - 1] : 0;
		cell[i * w + j] = up + left + 1; // race: inter-block; twin-race: inter-block
		__threadfence();
		progress[i] = j + 1;
	}
}
int main()
{
	int *cell, *progress;
	cudaMalloc(&cell, 64 * 128 * 4);
	cudaMalloc(&progress, 64 * 4);
	cudaMemset(progress, 0, 64 * 4);
	rows<<<64, 32>>>(cell, progress, 128); // launch: race-free; twin-launch: race
	cudaMemset(progress, 0, 64 * 4);
	late<<<64, 32>>>(cell, progress, 128); // launch: race; twin-launch: race
}
