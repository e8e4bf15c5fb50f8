// Lists that fills of bytes set to -1, which the kernel leaves out; the last one is filled in part alone. In the twin the kernel takes -1 for a place.
#include <stdlib.h>
#include <string.h>

template <typename word>
__global__ void scatter(const word *list, int *out)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (list[i] != (word)-1) // twin: 	if (list[i] != 0)
		out[list[i]] = i; // race: inter-block, intra-block, intra-warp; twin-race: inter-block, intra-block, intra-warp
}

template <typename word>
void fill_all(int *out, int n, cudaStream_t stream)
{
	word *list;
	cudaMalloc(&list, n * sizeof(word));
	cudaMemsetAsync(list, 0xff, n * sizeof(word), stream);
	scatter<<<n / 256, 256, 0, stream>>>(list, out); // launch: race-free, race-free, race-free; twin-launch: race, race, race
	cudaMemsetAsync(list, 0xff, n / 2, stream);
	cudaFree(list);
}

void fill_each(int *out, int n)
{
	fill_all<short>(out, n, 0);
	fill_all<unsigned>(out, n, 0);
	fill_all<long long>(out, n, 0);
}

void copied(int *out)
{
	int *host = (int *)malloc(4096 * sizeof(int)), *list;
	memset(host, -1, 4096 * sizeof(int));
	cudaMalloc(&list, 4096 * sizeof(int));
	cudaMemcpy(list, host, 4096 * sizeof(int), cudaMemcpyHostToDevice);
	scatter<<<16, 256>>>(list, out); // launch: race-free; twin-launch: race
}

void fill_half(int *out)
{
	int *list;
	cudaMalloc(&list, 4096 * sizeof(int));
	cudaMemset(list, 0xff, 2048 * sizeof(int));
	scatter<<<16, 256>>>(list, out); // launch: race; twin-launch: race
}
