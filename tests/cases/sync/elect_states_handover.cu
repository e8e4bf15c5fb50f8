// Who was elected hands over with state 2, behind a fence; in the twin before anything orders what it has written.
#include <cuda_runtime.h>

__device__ int state;

__global__ void use(int *data, int *out)
{
	if (atomicCAS(&state, 0, 1) == 0) {
		data[0] = 1; // twin-race: inter-block
		__threadfence(); // twin: atomicExch(&state, 2);
		atomicExch(&state, 2);
	} else if (atomicCAS(&state, 2, 3) == 2) {
		__threadfence();
		out[0] = data[0]; // twin-race: inter-block
	}
}

int main()
{
	int *data, *out;
	cudaMalloc(&data, 4);
	cudaMalloc(&out, 4);
	use<<<8, 1>>>(data, out); // launch: race-free; twin-launch: race
	return 0;
}
