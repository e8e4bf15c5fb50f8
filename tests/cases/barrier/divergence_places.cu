// Half of a block waits once and writes: the other half's second barrier would wait for that, its first one does not. And one half
// counts its own threads at the number of the barrier at which the others wait for all; in the twins it has no barrier of its own.
#include <cooperative_groups.h>

__global__ void half_once(int *out)
{
	__shared__ int s[256];
	int t = threadIdx.x;

	s[t] = t;
	if (t >= 128) {
		__syncthreads(); // finding: barrier-divergence; twin: ;
		s[t] = t + 1;
		return;
	}
	__syncthreads(); // finding: barrier-divergence
	out[blockIdx.x * 128 + t] = s[255 - t];
}

__global__ void same_number(int *out)
{
	__shared__ int s[256];
	int t = threadIdx.x;

	s[t] = t;
	if (t >= 128) {
		asm volatile("bar.sync 0, 128;" ::: "memory");
		s[t] = t + 1;
		return;
	}
	__syncthreads(); // finding: barrier-divergence; twin-finding: barrier-divergence
	out[blockIdx.x * 128 + t] = s[255 - t];
}

// A barrier of the grid is one of the block as well.
__global__ void half_grid(int *out)
{
	__shared__ int s[256];
	int t = threadIdx.x;

	s[t] = t;
	if (t >= 128) {
		cooperative_groups::this_grid().sync();
		s[t] = t + 1;
		return;
	}
	__syncthreads(); // finding: barrier-divergence; twin-finding: barrier-divergence
	out[blockIdx.x * 128 + t] = s[255 - t];
}

void run(int *out)
{
	half_grid<<<8, 256>>>(out); // launch: undecided; twin-launch: undecided
	half_once<<<8, 256>>>(out); // launch: undecided; twin-launch: race-free
	same_number<<<8, 256>>>(out); // launch: undecided; twin-launch: undecided
}
