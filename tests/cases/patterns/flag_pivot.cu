// Gaussian elimination: thread 0 chooses the pivot, the others read it.
#include <cuda_runtime.h>

template <int N>
__global__ void lu(float *batch)
{
	__shared__ float a[N][N];
	__shared__ int pivot;
	float *m = batch + blockIdx.x * N * N;
	int t = threadIdx.x;

	for (int r = 0; r < N; r++)
		a[r][t] = m[r * N + t];
	__syncthreads();
	for (int k = 0; k < N; k++) {
		if (t == 0) {
			int best = k;
			for (int r = k + 1; r < N; r++)
				if (fabsf(a[r][k]) > fabsf(a[best][k])) // twin-race: intra-warp
					best = r;
			pivot = best; // twin-race: intra-warp
		}
		__syncthreads(); // twin:
		int p = pivot; // twin-race: intra-warp
		if (p != k) {
			float tmp = a[k][t];
			a[k][t] = a[p][t]; // twin-race: intra-warp
			a[p][t] = tmp;
		}
		__syncthreads();
		if (t > k) {
			float f = a[t][k] / a[k][k];
			for (int c = k + 1; c < N; c++)
				a[t][c] -= f * a[k][c];
		}
		__syncthreads();
	}
	for (int r = 0; r < N; r++)
		m[r * N + t] = a[r][t];
}

void factor(float *batch, int count)
{
	lu<32><<<count, 32>>>(batch); // launch: race-free; twin-launch: race
}
