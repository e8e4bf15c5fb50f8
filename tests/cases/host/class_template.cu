// An instance of a template has all constructors, also the one for whole objects of a class that is only derived from.
#include <cassert>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

template <typename Real> class Base {
public:
	void fill();

protected:
	Base(Real *data, int rows, int cols, int stride)
		: data_(data), cols_(cols), rows_(rows), stride_(stride)
	{
	}
	Real *data_;
	int cols_, rows_, stride_;
};

template <typename Real> class Row : public Base<Real> {
public:
	Row(Real *data, int cols) : Base<Real>(data, 2, cols, cols) {} // twin: Row(Real *data, int cols) : Base<Real>(data, 2, cols, 1) {}
};

template <typename Real> void Base<Real>::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}

template class Base<float>; // fact: invariant
template class Row<float>;
