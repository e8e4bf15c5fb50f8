#pragma once
void start(int *data, int n, int width);
