/* preset.h - what only the engine needs of presets. */
#ifndef AVONDALE_PRESET_H
#define AVONDALE_PRESET_H

#include "engine.h"

/* Takes the next NAME=VALUE off a list such as preset_differs gives; a value with spaces is in
 * double quotes. Returns false at the end of the list. */
bool preset_next(const char **list, const char **name, size_t *name_size, const char **value,
                 size_t *value_size);

#endif
