/* page_file.c - a page whose text is a file of ladder/web/static. */
#include "web/assets.h"
#include "web/web_site.h"

#include <event2/buffer.h>
#include <string.h>

/* A page from ladder/web/static; {bots} in it is replaced by the address where bots connect. */
void page_file(struct evbuffer *out, const struct web_site *site, const char *title,
               const char *name)
{
    const char *bots = site->bots;
    const struct web_file *file = assets_find(name);
    const char *at = (const char *)file->bytes, *end = at + file->size;
    page_open(out, title, NULL);
    page_waiting_state(out, site);
    while (at < end) {
        const char *mark = memmem(at, (size_t)(end - at), "{bots}", 6);
        evbuffer_add(out, at, (size_t)((mark ? mark : end) - at));
        if (!mark)
            break;
        html_text(out, bots[0] ? bots : "HOST:PORT");
        at = mark + 6;
    }
    page_close(out, NULL);
}
