// One launcher, two callers in other files: each call path has its own facts.
__global__ void spread(int *out, int stride)
{
	out[threadIdx.x * stride % 1024] = threadIdx.x; // race: intra-block
}

void launch_spread(int *out, int stride)
{
	spread<<<1, 64>>>(out, stride); // launch: race,race-free; twin-launch: race-free
}
