// What divides only where it is not 0 may be 0: then all threads write to one place.
__global__ void spread(int n, int *out)
{
	int t = threadIdx.x, more = 0;
	if (n != 0)
		more = 100 / n;
	out[t * n + more] = t; // race: intra-block, intra-warp; twin: out[t + n + more] = t;
}

void run(int n, int *out)
{
	spread<<<1, 64>>>(n, out); // launch: race; twin-launch: race-free
}
