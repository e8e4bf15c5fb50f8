// Data beside the flags that say it is there, in one volatile vector; in the twin the vector is written in two halves.
#include <cuda_runtime.h>

__global__ void send(uint4 *slot, const unsigned *in, unsigned *out, unsigned *beside, unsigned flag)
{
	uint4 *at = slot + threadIdx.x;
	if (blockIdx.x == 0) {
		unsigned a = in[2 * threadIdx.x], b = in[2 * threadIdx.x + 1];
		beside[threadIdx.x] = a; // race: inter-block; twin-race: inter-block
		asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %2};" ::"l"(at), "r"(a), "r"(flag), "r"(b) : "memory"); // twin-race: inter-block; twin: 		asm volatile("st.volatile.global.v2.u32 [%0], {%1, %2}; st.volatile.global.v2.u32 [%0+8], {%3, %2};" ::"l"(at), "r"(a), "r"(flag), "r"(b) : "memory");
	} else {
		unsigned a, b, first, second;
		do
			asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];" // twin-race: inter-block
				     : "=r"(a), "=r"(first), "=r"(b), "=r"(second) : "l"(at) : "memory");
		while (first != flag || second != flag);
		out[2 * threadIdx.x] = a;
		out[2 * threadIdx.x + 1] = b + beside[threadIdx.x]; // race: inter-block; twin-race: inter-block
	}
}

// What no loop waits for is no packet.
__global__ void look(uint4 *slot, unsigned *out)
{
	uint4 *at = slot + threadIdx.x;
	unsigned a = 1, b, c, d;
	if (blockIdx.x == 0)
		asm volatile("st.volatile.global.v4.u32 [%0], {%1, %1, %1, %1};" ::"l"(at), "r"(a) : "memory"); // race: inter-block; twin-race: inter-block
	else
		asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(at) : "memory"); // race: inter-block; twin-race: inter-block
	out[blockIdx.x * blockDim.x + threadIdx.x] = a;
}

int main()
{
	uint4 *slot;
	unsigned *in, *out, *beside;
	cudaMalloc(&slot, 256 * sizeof(uint4));
	cudaMalloc(&in, 512 * sizeof(unsigned));
	cudaMalloc(&out, 512 * sizeof(unsigned));
	cudaMalloc(&beside, 256 * sizeof(unsigned));
	cudaMemset(slot, 0, 256 * sizeof(uint4));
	send<<<2, 256>>>(slot, in, out, beside, 1); // launch: race; twin-launch: race
	look<<<2, 256>>>(slot, out); // launch: race; twin-launch: race
	return cudaDeviceSynchronize();
}
