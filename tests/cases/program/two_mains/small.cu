void run(int n);

int main()
{
	run(256); // twin: 	run(32);
	return 0;
}
