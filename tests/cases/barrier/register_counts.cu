// Warps with roles change how many registers they have, which orders nothing; in the twin consumers do not wait.
// flags: --arch=sm_90a
#include <cuda_runtime.h>
__global__ void k(int *out, const int *in)
{
	__shared__ int s[128];
	int t = threadIdx.x;
	if (t < 128) {
		asm volatile("setmaxnreg.dec.sync.aligned.u32 40;");
		s[t] = in[t]; // twin-race: intra-block
		asm volatile("bar.arrive 1, 256;" ::: "memory");
	} else {
		asm volatile("setmaxnreg.inc.sync.aligned.u32 232;");
		asm volatile("bar.sync 1, 256;" ::: "memory"); // twin: 		asm volatile("bar.arrive 1, 256;" ::: "memory");
		out[t] = s[t - 128]; // twin-race: intra-block
	}
}
void run(int *o, const int *i) { k<<<1, 256>>>(o, i); } // launch: race-free; twin-launch: race
