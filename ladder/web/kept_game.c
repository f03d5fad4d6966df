/* kept_game.c - see kept_game.h. */
#include "web/kept_game.h"

#include "data/site.h"
#include "page/web_answer.h"

#include <event2/buffer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool kept_game_add(struct call *call, const char *name, uint64_t made_of)
{
    for (int i = 0; i < SITE_GAMES_KEPT; i++) {
        const struct site_game *kept = &call->site->games[i];
        if (kept->page && kept->made_of == made_of && strcmp(kept->name, name) == 0)
            return evbuffer_add(call->answer->body, kept->page, kept->size) == 0;
    }
    return false;
}

void kept_game_keep(struct call *call, const char *name, uint64_t made_of)
{
    size_t size = evbuffer_get_length(call->answer->body);
    struct site_game *kept = &call->site->games[call->site->game_next];
    if (size > SITE_GAME_BYTES_MAX)
        return;
    call->site->game_next = (call->site->game_next + 1) % SITE_GAMES_KEPT;
    free(kept->page);
    kept->page = malloc(size);
    kept->size = size;
    kept->made_of = made_of;
    snprintf(kept->name, sizeof kept->name, "%s", name);
    if (kept->page)
        evbuffer_copyout(call->answer->body, kept->page, size);
}
