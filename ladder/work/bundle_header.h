/* bundle_header.h - the names in an archive as its headers hold them, byte by byte. The library
 * hands names over as C strings, cut at the first NUL: others would see another name. So this looks
 * at the headers themselves, before anything is unpacked. */
#ifndef AVONDALE_BUNDLE_HEADER_H
#define AVONDALE_BUNDLE_HEADER_H

#include "work/bundle.h"

/* Looks through a tar, also one packed by gzip, of at most `bytes_max` unpacked. What the library
 * refuses itself is left to it. Returns 0; BUNDLE_REFUSED for a name with a NUL in it or a header
 * that could be read in two ways; BUNDLE_FAILED when out of memory, with a line. */
int bundle_header_check(const uint8_t *bytes, size_t size, int64_t bytes_max,
                        char error[BUNDLE_ERROR_BYTES]);

#endif
