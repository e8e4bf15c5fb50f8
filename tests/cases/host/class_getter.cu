// A constructor that asks another object between two stores: nobody looks at the object that is being made.
#include <cassert>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Matrix { // fact: invariant
public:
	Matrix(float *data, int rows, int cols)
		: data_(data), cols_(cols), rows_(rows), stride_(cols)
	{
	}
	Matrix(const Matrix &whole, int first, int cols);
	int stride() const;
	void fill();

private:
	float *data_;
	int cols_, rows_, stride_;
};

int Matrix::stride() const
{
	return stride_;
}

Matrix::Matrix(const Matrix &whole, int first, int cols)
{
	assert(first >= 0 && cols >= 0 && first + cols <= whole.cols_);
	data_ = whole.data_ + first;
	cols_ = cols;
	rows_ = whole.rows_;
	stride_ = whole.stride(); // twin: stride_ = whole.stride() / 2;
}

Matrix make(float *data, int n)
{
	return Matrix(data, n, n);
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
