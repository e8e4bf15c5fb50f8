// Factorisation of a diagonal tile: rows below the pivot row are updated after it has been scaled.
#include <cuda_runtime.h>

#define BS 16

__global__ void diagonal(float *m, int dim, int offset)
{
	__shared__ float s[BS][BS];
	int t = threadIdx.x;

	for (int i = 0; i < BS; i++)
		s[i][t] = m[(offset + i) * dim + offset + t];
	__syncthreads();
	for (int i = 0; i < BS - 1; i++) {
		if (t > i) {
			for (int j = 0; j < i; j++)
				s[t][i] -= s[t][j] * s[j][i]; // twin-race: intra-warp
			s[t][i] /= s[i][i]; // twin-race: intra-warp
		}
		__syncthreads(); // twin:
		if (t > i)
			for (int j = 0; j < i + 1; j++)
				s[i + 1][t] -= s[i + 1][j] * s[j][t]; // twin-race: intra-warp
		__syncthreads();
	}
	for (int i = 1; i < BS; i++)
		m[(offset + i) * dim + offset + t] = s[i][t];
}

void run(float *m, int dim)
{
	if (dim < BS)
		return;
	for (int i = 0; i < dim - BS; i += BS)
		diagonal<<<1, BS>>>(m, dim, i); // launch: race-free; twin-launch: race
}
