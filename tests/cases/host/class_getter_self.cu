// A constructor that gives its object away before it is finished: whoever has it may launch with what it holds then.
#include <cassert>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Matrix { // fact: invariant
public:
	Matrix(float *data, int rows, int cols);
	void fill();

private:
	float *data_;
	int cols_, rows_, stride_;
};

void announce(Matrix *matrix);

Matrix::Matrix(float *data, int rows, int cols)
{
	data_ = data;
	stride_ = 0;
	cols_ = cols;
	announce(nullptr); // twin: announce(this);
	rows_ = rows;
	stride_ = cols;
}

Matrix make(float *data, int n)
{
	return Matrix(data, n, n);
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
