// What whole matrices keep counts for whole matrices, though parts of them, which have the same base class, keep less: sizes of a part come from a file.
#include <cassert>
#include <cstddef>

__global__ void number(float *data, int rows, int cols, int stride)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y;

	if (i < cols && j < rows)
		data[j * stride + i] = i; // twin-race: inter-block
}

class HostBase {
protected:
	HostBase() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	HostBase(float *data, int cols, int rows, int stride)
		: data_(data), cols_(cols), rows_(rows), stride_(stride) {}
	friend class Base;
	friend class Matrix;
	friend class Part;
	friend class HostPart;
	float *data_;
	int cols_, rows_, stride_;
};

class HostMatrix : public HostBase {
public:
	void resize(float *data, int rows, int cols);
	void swap(HostMatrix *other);
	friend class Matrix;
};

class HostPart : public HostBase {
public:
	HostPart(float *data, int rows, int cols) : HostBase(data, cols, rows, cols) {}
	HostPart(const HostBase &of, unsigned from, unsigned cols)
	{
		assert(from < (unsigned)of.cols_ && cols <= (unsigned)(of.cols_ - from));
		data_ = of.data_ + from;
		cols_ = cols;
		rows_ = of.rows_;
		stride_ = of.stride_;
	}
};

class Base { // fact: invariant
public:
	const HostBase &host() const { return *reinterpret_cast<const HostBase *>(this); }
	HostBase &host() { return *reinterpret_cast<HostBase *>(this); }
	void fill();

protected:
	Base() : data_(nullptr), cols_(0), rows_(0), stride_(0) {}
	float *data_;
	int cols_, rows_, stride_;
};

class Matrix : public Base {
public:
	typedef HostMatrix Other; // twin: typedef HostBase Other;
	void swap(Other *other);
};

void HostMatrix::resize(float *data, int rows, int cols)
{
	assert(rows > 0 && cols > 0);
	data_ = data;
	rows_ = rows;
	cols_ = cols;
	stride_ = (cols + 3) / 4 * 4;
}

static void exchange(int &a, int &b)
{
	int kept = a;
	a = b;
	b = kept;
}

void HostMatrix::swap(HostMatrix *other)
{
	exchange(cols_, other->cols_);
	exchange(rows_, other->rows_);
	exchange(stride_, other->stride_);
}

void Matrix::swap(Other *other)
{
	exchange(cols_, other->cols_);
	exchange(rows_, other->rows_);
	exchange(stride_, other->stride_);
}

void host_clear(HostBase &host);

void use(Matrix *m, float *data, int rows, int cols)
{
	host_clear(m->host());
	HostPart part(data, rows, cols), some(part, 1, 2);
	host_clear(part);
	host_clear(some);
}

void Base::fill()
{
	number<<<dim3((cols_ + 127) / 128, rows_), 128>>>(data_, rows_, cols_, stride_); // launch: race-free; twin-launch: race
}
