/* A row's length is one of four powers of two: LLVM makes of the choice one by the number of zeros below the bit. */
__global__ void rows(int *out, int length) // kernel: race-free; twin-kernel: race
{
	int stride = 1;
	switch (length) {
	case 512:
		stride = 512;
		break;
	case 256:
		stride = 256; // twin: 		stride = 128;
		break;
	case 128:
		stride = 128;
		break;
	case 64:
		stride = 64;
		break;
	default:
		return;
	}
	if (threadIdx.x < length)
		out[blockIdx.x * stride + threadIdx.x] = blockIdx.x; // twin-race: inter-block
}
