/* line_pack.h - a record's line as a few hundred bytes, and back; inside the ladder only.
 *
 * What a line says twice is left out: cards that lie in the deck, decks and digests that follow
 * from the seed, scores that are sums. Whatever it cannot say shorter it keeps as it is, so that a
 * line that is well formed but odd grows by little; one that it does not know at all is refused.
 * Neither function has a heap or a state of its own. */
#ifndef AVONDALE_LINE_PACK_H
#define AVONDALE_LINE_PACK_H

#include "pack/track.h"

/* Packs `line`, of `size` characters and a NUL, into out[size]. Returns the bytes, or 0 if it
 * cannot be packed. The caller unpacks it again to know that it is the same. */
size_t line_pack(struct track *track, const char *line, size_t size, uint8_t *out);
/* Unpacks into line[max]. Returns the characters, or 0 if the bytes are damaged, or say more than
 * `max`. Takes any bytes. */
size_t line_unpack(struct track *track, const uint8_t *bytes, size_t size, char *line, size_t max);

#endif
