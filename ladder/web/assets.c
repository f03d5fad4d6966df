/* assets.c - finds the files of ladder/web/static, which are part of the program. */
#include "web/assets.h"

#include <stddef.h>
#include <string.h>

const struct web_file *assets_find(const char *name)
{
    for (int i = 0; i < web_file_count; i++) {
        if (strcmp(web_files[i].name, name) == 0)
            return &web_files[i];
    }
    return NULL;
}
