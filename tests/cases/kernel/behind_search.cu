// A search whose rounds are not followed ends: two threads share the place behind it.
__device__ int lower(const int *v, int n, int key)
{
	int lo = 0;
	while (n > 0) {
		int half = n / 2;
		if (v[lo + half] < key) {
			lo += half + 1;
			n -= half + 1;
		} else {
			n = half;
		}
	}
	return lo;
}

__global__ void ranks(const int *a, const int *b, int n, int *rank)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	rank[i / 2] = lower(b, n, a[i]); // race: intra-warp; twin: 	rank[i] = lower(b, n, a[i]);
}

/* Only threads with even numbers come out of the loop. */
__global__ void evens(const int *v, int *out, int n)
{
	int t = threadIdx.x, x = n;
	while (x > 0 || (t & 1))
		x = v[x] > 3 ? x / 2 : x - 1;
	out[t & ~1] = x;
}

void run(const int *v, int *rank, int n)
{
	ranks<<<(n + 255) / 256, 256>>>(v, v + n, n, rank); // launch: race; twin-launch: race-free
	evens<<<1, 64>>>(v, rank, n); // launch: race-free; twin-launch: race-free
}
