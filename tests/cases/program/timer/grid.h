void launch_rows(float *m, int width, int height);
void log_start(const char *what);

class Grid {
public:
	void Clear();

private:
	float *data_;
	int width_, height_;
};
