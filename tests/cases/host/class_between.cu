// Between two stores an object may be out of order, as long as nobody looks at it.
__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Matrix { // fact: invariant
public:
	Matrix() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	void resize(float *data, int rows, int cols);
	void fill();

private:
	float *data_;
	int cols_, rows_, stride_;
};

void resized(Matrix &matrix);

void Matrix::resize(float *data, int rows, int cols)
{
	data_ = data;
	rows_ = rows;
	cols_ = cols; // twin: cols_ = cols; resized(*this);
	stride_ = cols;
	resized(*this);
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
