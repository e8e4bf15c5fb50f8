class Device {
public:
	static Device &get();
	bool enabled() const;
};
