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

void page_file_play(struct call *call)
{
    const struct web_file *file = assets_find("play.html");
    page_open(call->answer->body, "Play", "play.js");
    evbuffer_add(call->answer->body, file->bytes, file->size);
    page_close(call->answer->body, "/api/v1/play");
}

/* A script draws the table. It goes back to /play if there is no seat to show. */
void page_file_play_table(struct call *call)
{
    page_open(call->answer->body, "At the table", "play_table.js");
    html_add(call->answer->body,
             "<div id=\"table\"><noscript><p class=\"notice\">Playing needs scripts. <a "
             "href=\"/live\">Games under way</a> do without them.</p></noscript></div>\n");
    page_close(call->answer->body, NULL);
}

void page_file_history(struct call *call)
{
    page_file(call->answer->body, call->site, "Where the rules come from", "history.html");
}

void page_file_connect(struct call *call)
{
    page_file(call->answer->body, call->site, "Connect a bot", "connect.html");
}

void page_file_protocol(struct call *call)
{
    page_file(call->answer->body, call->site, "The protocol, version 1", "protocol.html");
}

void page_file_about(struct call *call)
{
    page_file(call->answer->body, call->site, "About", "about.html");
}
