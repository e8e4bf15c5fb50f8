void set(float *p);

void between(float *p)
{
	set(p);
}
