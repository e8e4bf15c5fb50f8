// Three warps meet at a barrier with a completion function, the fourth reads what that has written behind a barrier of the block. In the twin it does not wait.
#include <cuda/barrier>

struct add_up {
	float *partial, *total;

	__device__ void operator()() noexcept
	{
		*total = partial[0] + partial[32] + partial[64]; // twin-race: intra-block
	}
};

typedef cuda::barrier<cuda::thread_scope_block, add_up> meeting;

__global__ void sums(const float *in, float *out)
{
	__shared__ float partial[128], total;
	__shared__ alignas(meeting) char room[sizeof(meeting)];
	meeting &bar = *(meeting *)room;
	int t = threadIdx.x;

	if (t == 0)
		init(&bar, 96, add_up{ partial, &total });
	__syncthreads();
	if (t < 96) {
		partial[t] = in[blockIdx.x * 96 + t];
		bar.arrive_and_wait();
		partial[t] = total;
	}
	__syncthreads(); // twin:
	if (t >= 96)
		out[blockIdx.x * 32 + t - 96] = total; // twin-race: intra-block
}

void run(const float *in, float *out)
{
	sums<<<8, 128>>>(in, out); // launch: race-free; twin-launch: race
}
