// Bilateral filter: one pixel a thread; the guard keeps each thread inside its row.
#include <cuda_runtime.h>
#include <cstdlib>

template <int R>
__global__ void bilateral(const float *__restrict__ in, float *__restrict__ out, int w, int h, float a, float vi, float vs)
{
	const int x = blockIdx.x * blockDim.x + threadIdx.x;
	const int y = blockIdx.y * blockDim.y + threadIdx.y;

	if (x >= w || y >= h) // twin: if (y >= h)
		return;
	int id = y * w + x;
	float centre = in[id], sum = 0, norm = 0;

	for (int i = -R; i <= R; i++)
		for (int j = -R; j <= R; j++) {
			int k = abs(x + i), l = abs(y + j);

			if (k > w - 1)
				k = w - 1 - i;
			if (l > h - 1)
				l = h - 1 - j;
			float v = in[l * w + k];
			float range = -(centre - v) * (centre - v) / (2.f * vi);
			float space = -((k - x) * (k - x) + (l - y) * (l - y)) / (2.f * vs);
			float weight = a * expf(space + range);

			norm += weight;
			sum += weight * v;
		}
	out[id] = sum / norm; // twin-race: inter-block,intra-block,intra-warp
}

int main(int argc, char **argv)
{
	int w = atoi(argv[1]), h = atoi(argv[2]);
	float *in, *out;

	cudaMalloc(&in, sizeof(float) * w * h);
	cudaMalloc(&out, sizeof(float) * w * h);
	dim3 threads(16, 16);
	dim3 blocks((w + 15) / 16, (h + 15) / 16);

	bilateral<3><<<blocks, threads>>>(in, out, w, h, 0.5f, 1.f, 2.f); // launch: race-free; twin-launch: race
	bilateral<6><<<blocks, threads>>>(in, out, w, h, 0.5f, 1.f, 2.f); // launch: race-free; twin-launch: race
	return cudaDeviceSynchronize();
}
