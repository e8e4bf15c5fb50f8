// A function that nobody in the file uses can still be used by others: what it does is not seen, so nothing is known.
#include <cassert>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Matrix { // fact: invariant
public:
	void resize(float *data, int rows, int cols);
	void clear() { cols_ = 0; } // twin: void narrow(int stride) { stride_ = stride; }
	void fill();

private:
	float *data_ = nullptr;
	int cols_ = 0, rows_ = 0, stride_ = 0;
};

void Matrix::resize(float *data, int rows, int cols)
{
	data_ = data;
	rows_ = rows;
	cols_ = stride_ = cols;
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
