// A pointer that steps under many conditions stays in one object: each thread has 6 numbers of its own, in the twin 5.
#define STEP(bit) \
	if (mask & 1 << bit) \
		*p++ = t

__global__ void rows(int *out, const int *masks, int n)
{
	int t = blockIdx.x * blockDim.x + threadIdx.x;
	if (t >= n)
		return;
	int mask = masks[t];
	int *p = out + 6 * t; // twin: 	int *p = out + 5 * t;
	STEP(0); // twin-race: inter-block,intra-block,intra-warp
	STEP(1); // twin-race: inter-block,intra-block,intra-warp
	STEP(2); // twin-race: inter-block,intra-block,intra-warp
	STEP(3); // twin-race: inter-block,intra-block,intra-warp
	STEP(4); // twin-race: inter-block,intra-block,intra-warp
	STEP(5); // twin-race: inter-block,intra-block,intra-warp
}

void run(int *out, const int *masks, int n)
{
	rows<<<(n + 127) / 128, 128>>>(out, masks, n); // launch: race-free; twin-launch: race
}
