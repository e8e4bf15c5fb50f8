// Nobody says what the flag begins with: the proof rests on its being unset, and says so. A wait that 0 satisfies
// may have seen nobody (in the twin).
__global__ void pass(volatile int *flag, int *data, int *out) // kernel: race-free; assumes: unset-flags; twin-kernel: undecided
{
	if (threadIdx.x != 0)
		return;
	if (blockIdx.x == 0) {
		*data = 1;
		__threadfence();
		*flag = 1;
	} else {
		while (*flag != 1) // twin: while (*flag == 2)
			;
		__threadfence();
		out[blockIdx.x] = *data;
	}
}
