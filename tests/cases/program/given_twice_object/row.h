struct row {
	float *data;
	int n;
	void take(const row &other);
};
