#ifndef HGRD_REPORT_JSON_TEXT_H
#define HGRD_REPORT_JSON_TEXT_H

#include <jansson.h>

/* A string, or null; bytes that are not UTF-8 become question marks. */
json_t *json_text(const char *text);

#endif
