void version();

void note()
{
	version();
}
