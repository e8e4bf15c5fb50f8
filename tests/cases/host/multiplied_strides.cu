// A stride that some rounds multiply stays positive: sums of blocks are kept where their blocks begin, as far apart as there are elements in one.
#define NT 128

__global__ void sums(float *s, int n, int stride)
{
	__shared__ float part[NT];
	int t = threadIdx.x, i = blockIdx.x * NT + t;
	part[t] = i < n ? s[i * stride] : 0;
	__syncthreads();
	if (t >= NT - 1) { // twin: 	if (t >= NT - 2) {
		float sum = 0;
		for (int k = 0; k < NT; k++)
			sum += part[k];
		s[blockIdx.x * stride * NT] = sum + t; // twin-race: intra-warp
	}
}

__global__ void sums_from_none(float *s, int n, int stride)
{
	int t = threadIdx.x, i = blockIdx.x * NT + t;
	if (i < n)
		s[i * stride] += 1; // race: intra-block,intra-warp; twin-race: intra-block,intra-warp
}

int main(int argc, char **argv)
{
	float *s;
	int n = 1 + argc * 1000, left = n, stride = 1, none = 0;
	dim3 grid((n + NT - 1) / NT);
	cudaMalloc(&s, n * sizeof(float));
	while (grid.x) {
		sums<<<grid, NT>>>(s, left, stride); // launch: race-free; twin-launch: race
		sums_from_none<<<grid, NT>>>(s, left, none); // launch: race; twin-launch: race
		left = grid.x;
		if (grid.x == 1) {
			grid.x = 0;
		} else {
			stride *= NT;
			none *= NT;
			grid.x = (grid.x + NT - 1) / NT;
			grid.y = 1;
		}
	}
}
