#pragma once
void other(int *data);
