#include <cassert>

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
	typedef HostMatrix Other;
	void swap(Other *other);
};

void launch_number(float *data, int rows, int cols, int stride);
void host_clear(HostBase &host);
