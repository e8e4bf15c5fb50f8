int width()
{
	return 16;
}

int height = 16; // twin: int height = 256;
