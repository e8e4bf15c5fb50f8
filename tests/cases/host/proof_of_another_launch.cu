// The same question for several launches: what one of them proves holds for those that know as much, and for no other.
#include <cuda_runtime.h>

__global__ void rows(float *out, int stride, int cols) // rows of a matrix
{
	for (int c = threadIdx.x; c < cols; c += blockDim.x)
		out[blockIdx.x * stride + c] = c; // race: inter-block; twin-race: inter-block
}

void fill(float *out, int n, int stride, int cols)
{
	if (cols <= stride) { // twin: if (cols <= stride + 1) {
		rows<<<n, 256>>>(out, stride, cols); // launch: race-free; twin-launch: race
		if (n > 7)
			rows<<<n, 256>>>(out, stride, cols); // launch: race-free; twin-launch: race
	}
	rows<<<n, 256>>>(out, stride, cols); // launch: race; twin-launch: race
	if (cols <= 2 * stride)
		rows<<<n, 256>>>(out, stride, cols); // launch: race; twin-launch: race
}
