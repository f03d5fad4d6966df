/* pack.h - msgpack-c's packer, made to write straight into our writer: its template asks for the
 * type of the stream and for one macro that appends bytes, so a value costs no call through a
 * pointer. Private to scribe.c. */
#ifndef AVONDALE_PACK_H
#define AVONDALE_PACK_H

#include "codec.h"

#include <msgpack/pack_define.h>
#include <msgpack/timestamp.h>

#define msgpack_pack_inline_func(name) static inline void msgpack_pack##name
#define msgpack_pack_inline_func_cint(name) static inline void msgpack_pack##name
#define msgpack_pack_user struct wire_writer *
#define msgpack_pack_append_buffer(writer, bytes, size)                                            \
    do {                                                                                           \
        writer_put(writer, bytes, size);                                                           \
        return;                                                                                    \
    } while (0)
#include <msgpack/pack_template.h>

#endif
