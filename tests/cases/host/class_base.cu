// The base's constructor takes what it is given, and the derived one asserts what relates it: the object is not made before.
#include <cassert>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Base { // fact: invariant
public:
	void fill();

protected:
	Base(float *data, int rows, int cols, int stride)
		: data_(data), cols_(cols), rows_(rows), stride_(stride)
	{
	}
	float *data_;
	int cols_, rows_, stride_;
};

class Part : public Base {
public:
	Part(float *data, int rows, int cols, int stride);
};

Part::Part(float *data, int rows, int cols, int stride) : Base(data, rows, cols, stride)
{
	assert(stride >= cols); // twin:
}

void Base::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
