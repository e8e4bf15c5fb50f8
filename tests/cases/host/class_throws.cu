// A constructor that is left by an exception has made no object, whatever it has stored.
__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

[[noreturn]] void fail(const char *what);

struct Watch {
	int *count;
	~Watch() { ++*count; }
};

class Matrix { // fact: invariant
public:
	Matrix(float *data, int rows, int cols, int stride);
	void fill();

private:
	float *data_;
	int cols_, rows_, stride_;
};

Matrix::Matrix(float *data, int rows, int cols, int stride)
{
	int count = 0;
	Watch watch = { &count };
	data_ = data;
	rows_ = rows;
	cols_ = cols;
	stride_ = stride;
	if (stride < cols) // twin: if (stride < 0)
		fail("stride");
}

Matrix make(float *data, int n, int stride)
{
	return Matrix(data, n, n, stride);
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
