// Objects that are taken for those of another class with the same members keep what functions of both keep.
__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class Host {
public:
	Host() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	void resize(float *data, int rows, int cols);

protected:
	float *data_;
	int cols_, rows_, stride_;
};

class Matrix { // fact: invariant
public:
	Matrix() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	Host &host() { return *reinterpret_cast<Host *>(this); }
	void clear(int rows, int cols) { host().resize(nullptr, rows, cols); }
	void resize(float *data, int rows, int cols);
	void fill();

protected:
	float *data_;
	int cols_, rows_, stride_;
};

void Host::resize(float *data, int rows, int cols)
{
	data_ = data;
	rows_ = rows;
	cols_ = cols;
	stride_ = cols; // twin: stride_ = rows;
}

void Matrix::resize(float *data, int rows, int cols)
{
	data_ = data;
	rows_ = rows;
	cols_ = cols;
	stride_ = (cols + 31) / 32 * 32;
}

void clear(Matrix *m, int rows, int cols)
{
	m->clear(rows, cols);
}

void Matrix::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
