void run(int n);

int main(int argc, char **argv)
{
	run(argc > 1 ? 1024 : 512);
	return 0;
}
