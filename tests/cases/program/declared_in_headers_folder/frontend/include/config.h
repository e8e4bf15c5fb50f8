#pragma once
extern int width;
void load_config();
