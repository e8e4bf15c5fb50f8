// Many kernels have used the flag, and each time it is set back: what those have left there is gone. In the twin the last one finds it set.
template <int N> __global__ void pass(unsigned *flag, int *data, int *out)
{
	if (blockIdx.x == 0) {
		*data = N; // twin-race: inter-block
		__threadfence();
		*(volatile unsigned *)flag = 1;
	} else {
		while (atomicOr(flag, 0) != 1)
			;
		__threadfence();
		out[blockIdx.x] = *data; // twin-race: inter-block
	}
}

void run(unsigned *flag, int *data, int *out)
{
	cudaMemset(flag, 0, sizeof(*flag));
	pass<1><<<2, 1>>>(flag, data, out); // launch: race-free; twin-launch: race-free
	cudaMemset(flag, 0, sizeof(*flag));
	pass<2><<<2, 1>>>(flag, data, out); // launch: race-free; twin-launch: race-free
	cudaMemset(flag, 0, sizeof(*flag));
	pass<3><<<2, 1>>>(flag, data, out); // launch: race-free; twin-launch: race-free
	cudaMemset(flag, 0, sizeof(*flag)); // twin: // nothing
	pass<4><<<2, 1>>>(flag, data, out); // launch: race-free; twin-launch: race
}
