// A flag with the fences and ids of cuda::ptx; the twin's fence reaches the own block alone.
// flags: --arch=sm_90
#include <cuda/ptx>

namespace ptx = cuda::ptx;

__global__ void pass(volatile int *flag, int *message, int *out)
{
	unsigned i = ptx::get_sreg_ctaid_x() * ptx::get_sreg_ntid_x() + ptx::get_sreg_tid_x();

	if (i == 0) {
		*message = 42; // twin-race: inter-block
		ptx::fence(ptx::sem_release, ptx::scope_gpu); // twin: ptx::fence(ptx::sem_release, ptx::scope_cta);
		*flag = 1;
	}
	if (i == ptx::get_sreg_ntid_x()) {
		while (!*flag)
			;
		ptx::fence(ptx::sem_acquire, ptx::scope_gpu);
		*out = *message; // twin-race: inter-block; twin-cause: scope
	}
}

int main()
{
	int *flag, *message, *out;

	cudaMalloc(&flag, sizeof(int));
	cudaMalloc(&message, sizeof(int));
	cudaMalloc(&out, sizeof(int));
	cudaMemset(flag, 0, sizeof(int));
	pass<<<2, 64>>>(flag, message, out); // launch: race-free; twin-launch: race
	return 0;
}
