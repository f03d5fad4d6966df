/* assets.c - finds and shows the files of ladder/web/static, which are part of the program. */
#include "web/assets.h"

#include "web/web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
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

void assets_show(struct call *call)
{
    static const struct {
        const char *ending, *type;
    } types[] = {{".css", "text/css; charset=utf-8"},
                 {".js", "text/javascript; charset=utf-8"},
                 {".mjs", "text/javascript; charset=utf-8"},
                 {".svg", "image/svg+xml"}};
    const struct web_file *file = assets_find(call->segment);
    const char *ending = strrchr(call->segment, '.');
    for (size_t i = 0; file && ending && i < sizeof types / sizeof types[0]; i++) {
        if (strcmp(ending, types[i].ending) == 0) {
            call->answer->type = types[i].type;
            call->answer->fixed = true;
            evbuffer_add(call->answer->body, file->bytes, file->size);
            return;
        }
    }
    call->answer->code = HTTP_NOTFOUND;
    page_message(call->answer->body, "Not Found", "There is no such file.");
}

void assets_show_description(struct call *call)
{
    const struct web_file *file = assets_find("openapi.json");
    call->answer->type = "application/json";
    call->answer->open = call->answer->fixed = true;
    evbuffer_add(call->answer->body, file->bytes, file->size);
}
