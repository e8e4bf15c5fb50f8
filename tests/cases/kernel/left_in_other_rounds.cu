// What threads take out of a loop differs where they leave it in different rounds, though all rounds are alike.
__global__ void sums(const int *v, int *out)
{
	int t = threadIdx.x;
	float s = 0;
	for (int i = 0; i < v[t]; i++) // twin: 	for (int i = 0; i < v[0]; i++)
		s += v[i];
	out[t / 2] = s; // race: intra-warp; twin-race(warning): intra-warp
}

__global__ void skips(const int *v, int *out, int n)
{
	__shared__ int s[64];
	int t = threadIdx.x;
	float sum = 0;
	for (int i = 0; i < v[t]; i++)
		sum += v[i];
	if (sum > 3)
		__syncthreads(); // finding: barrier-divergence; twin-finding: barrier-divergence
	out[t] = t;
}

void run(const int *v, int *out, int n)
{
	sums<<<1, 32>>>(v, out); // launch: race; twin-launch: race
	skips<<<1, 64>>>(v, out, n); // launch: race-free; twin-launch: race-free
}
