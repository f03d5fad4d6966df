/* tournament_page.c - a tournament as one static page: what the daemon's page of it shows, and its
 * styles within it. */
#include "tournament/tournament_page.h"

#include "base/memory.h"
#include "tournament/tournament_json.h"

#include <event2/buffer.h>
#include <stdlib.h>
#include <string.h>

static void put_head(struct evbuffer *out, const char *name)
{
    static const char *const styles[] = {"style.css", "lists.css"};

    html_format(out,
                "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta "
                "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s"
                "</title>\n<style>\n",
                name);
    for (size_t i = 0; i < sizeof styles / sizeof styles[0]; i++)
        html_add(out, (const char *)assets_find(styles[i])->bytes);
    html_format(out, "</style>\n<main>\n<h1>%s</h1>\n<p>", name);
}

static void put_page(const struct tournament_report *competition, struct evbuffer *out)
{
    const struct tournament_file *file = &competition->file;
    json_t *results = tournament_json_make(competition);
    json_t *value = results ? data_tournament_value("", results, 0) : NULL;

    if (!value)
        memory_end();
    put_head(out, file->name);
    tournament_body_add_head(out, value);
    html_add(out, ".</p>\n");
    tournament_body_add(out, value, NULL);
    html_format(out,
                "</main>\n<footer><p>avondale %s; %s. Records are in records.jsonl; tournament.ini "
                "and the seed play it again.</p></footer>\n</html>\n",
                AVONDALE_VERSION,
                !competition->finished      ? "not finished"
                : competition->sessions < 2 ? "finished"
                                            : "seeds in the file seed");
    json_decref(value);
    json_decref(results);
}

void tournament_page_write(const struct tournament_report *competition, FILE *out)
{
    struct evbuffer *page = evbuffer_new();
    size_t size;

    if (!page)
        memory_end();
    put_page(competition, page);
    size = evbuffer_get_length(page);
    const unsigned char *bytes = evbuffer_pullup(page, -1);
    if (!bytes)
        memory_end();
    fwrite(bytes, 1, size, out);
    evbuffer_free(page);
}
