/* bundle_header.h - the names in an archive, byte by byte, as its headers hold them. The library
 * returns names as C strings, cut at the first NUL, where other programs would see another name. So
 * this checks the headers themselves, before anything is unpacked. */
#ifndef AVONDALE_BUNDLE_HEADER_H
#define AVONDALE_BUNDLE_HEADER_H

#include "work/bundle.h"

/* Checks a tar, also one packed by gzip, of at most `bytes_max` unpacked. Ignores entries that the
 * library refuses itself. Returns 0; BUNDLE_REFUSED for a name with a NUL in it or an ambiguous
 * header; BUNDLE_FAILED, with a line, if out of memory. */
int bundle_header_check(const uint8_t *bytes, size_t size, int64_t bytes_max,
                        char error[BUNDLE_ERROR_BYTES]);

#endif
