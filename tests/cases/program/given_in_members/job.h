struct job {
	float *out;
	const float *in;
	int n;
	job(float *out, const float *in, int n) : out(out), in(in), n(n) {}
	void run() const;
};
