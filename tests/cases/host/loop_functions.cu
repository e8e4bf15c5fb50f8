// What the host's loop chooses for a launch, and what is known of it, is of one round of the loop.
#include <cassert>

__global__ void fill(int *out, int a, int b, int c)
{
	int i = threadIdx.x;
	for (int k = 0; k < b; k++)
		out[i * c + k * a] = i; // twin-race: intra-block, intra-warp
}

void run(int *out, const int *as, const int *bs, const int *cs, int n)
{
	for (int i = 0; i < n; i++) {
		int a = as[i], b = bs[i], c = cs[i];
		assert(a > 0 && b > 0 && a < 1000 && b < 1000 && c < 1000000);
		assert(c * c > a * a * b * b); // twin: assert(c > 0);
		fill<<<1, 64>>>(out, a, b, c); // launch: undecided; twin-launch: race
	}
}
