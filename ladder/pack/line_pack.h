/* line_pack.h - a record's line as a few hundred bytes, and back; inside the ladder only.
 *
 * Redundant parts are left out: cards listed in the deck, decks and digests that follow from the
 * seed, scores that are sums. Parts without a shorter form stay as they are, so that an odd but
 * well-formed line grows little; an unknown line is refused. No function has a heap or a state of
 * its own. */
#ifndef AVONDALE_LINE_PACK_H
#define AVONDALE_LINE_PACK_H

#include "pack/track.h"

/* Packs `line`, of `size` characters and a NUL, into out[size]. Returns the bytes, or 0 if it
 * cannot be packed. The caller unpacks the result to verify it. */
size_t line_pack(struct track *track, const char *line, size_t size, uint8_t *out);
/* Unpacks into line[max]. Returns the characters, or 0 if the bytes are damaged, or the line is
 * longer than `max`. Accepts any bytes. */
size_t line_unpack(struct track *track, const uint8_t *bytes, size_t size, char *line, size_t max);
/* The same, but the line is an outline, for who counts in many records: well-formed as the line is,
 * without what is dear to derive or long. A deal is {"deck":[]}, the steps of a hand are a text
 * with the digit of the seat of each; scores may be [], number and attempt of a deal and the proof
 * may be missing. Never longer than the line. A damage of what is left out is not seen. */
size_t line_outline(struct track *track, const uint8_t *bytes, size_t size, char *line, size_t max);

#endif
