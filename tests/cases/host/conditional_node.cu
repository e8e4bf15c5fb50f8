// A kernel that says whether a graph's conditional node runs again writes nothing but its own words.
#include <cuda_runtime.h>
#include <cuda/std/type_traits>
#include <cuda/std/cstdint>

template <class T> __global__ void count_down(T *left, cudaGraphConditionalHandle again)
{
	static_assert(cuda::std::is_integral<T>::value, "a number");
	if (threadIdx.x == 0) // twin: if (threadIdx.x < 2)
		cudaGraphSetConditional(again, (*left -= threadIdx.x + 1) > 0); // twin-race: intra-warp
}

int main()
{
	cudaGraph_t graph;
	cudaGraphConditionalHandle again;
	cuda::std::uint32_t *left;

	cudaMalloc(&left, sizeof(*left));
	cudaGraphCreate(&graph, 0);
	cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault);
	count_down<<<1, 32>>>(left, again); // launch: race-free; twin-launch: race
	cudaDeviceSynchronize();
}
