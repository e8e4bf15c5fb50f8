// Where a filtered fetch reads is not followed: nothing can be said when the kernel writes that memory.
#include <cuda_runtime.h>

__global__ void blur(float *out, size_t pitch, cudaTextureObject_t in)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;

	out[y * pitch + x] = tex2D<float>(in, x + 1.0f, y + 1.0f);
}

void run(int width, int height)
{
	float *a, *b;
	size_t pitch, other;
	cudaResourceDesc resource = {};
	cudaTextureDesc texture = {};
	cudaTextureObject_t in;

	cudaMallocPitch(&a, &pitch, width * sizeof(float), height);
	cudaMallocPitch(&b, &other, width * sizeof(float), height);
	resource.resType = cudaResourceTypePitch2D;
	resource.res.pitch2D.devPtr = a;
	resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
	resource.res.pitch2D.width = width;
	resource.res.pitch2D.height = height;
	resource.res.pitch2D.pitchInBytes = pitch;
	cudaCreateTextureObject(&in, &resource, &texture, NULL);
	if (width % 128 == 0)
		blur<<<dim3(width / 128, height), 128>>>(b, other / 4, in); // launch: race-free; twin-launch: undecided; twin: blur<<<dim3(width / 128, height), 128>>>(a, pitch / 4, in);
}
