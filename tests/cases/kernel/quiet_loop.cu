// A loop by powers of three, which is not summarised: nothing of it is used behind it.

__global__ void digits(int *out, const int *in, int n)
{
	int part[4] = { 0 };
	for (int i = 1; i < n; i *= 3)
		part[i & 3] += in[i];
	out[blockIdx.x * 64 + threadIdx.x] = part[threadIdx.x & 3]; // twin-race: inter-block; twin: out[threadIdx.x] = part[threadIdx.x & 3];
}

// What the loop finds is used: only one thread can have left it there.
__global__ void finds(int *out, int n)
{
	int i = 1, t = threadIdx.x + 1;
	while (i < n && i != t)
		i *= 3;
	if (i == 3 && i == t)
		out[blockIdx.x] = t;
}

void run(int *out, int *in, int n)
{
	digits<<<8, 64>>>(out, in, n); // launch: race-free; twin-launch: race
	finds<<<8, 64>>>(out, n); // launch: race-free; twin-launch: race-free
}
