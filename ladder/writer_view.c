/* writer_view.c - what is known of a ladder from memory: copies that the writer's thread published. */
#include "token.h"
#include "writer.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool ladder_bot_find(struct ladder *ladder, const char *name, struct ladder_bot *bot)
{
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_find(&ladder->view, name);
    if (index >= 0 && bot)
        result_view(&ladder->view.bots[index], bot);
    pthread_mutex_unlock(&ladder->mutex);
    return index >= 0;
}

bool ladder_token_valid(struct ladder *ladder, const char *name, const char *token)
{
    uint8_t hash[32] = {0};
    pthread_mutex_lock(&ladder->mutex);
    int index = standings_find(&ladder->view, name);
    bool needed = index >= 0 && ladder->view.bots[index].has_token;
    if (needed)
        memcpy(hash, ladder->view.bots[index].token_hash, sizeof hash);
    pthread_mutex_unlock(&ladder->mutex);
    return !needed || token_check(token, hash);
}

/* Makes the rank list anew where it is out of date. It is sorted while nobody is kept waiting: readers come
 * on a thread of their own, and the thread of the games asks for bots under the same mutex. Without
 * memory the list stays as it was. */
static void refresh_top(struct ladder *ladder)
{
    struct ladder_bot *top = NULL;

    pthread_mutex_lock(&ladder->mutex);
    const struct standings *view = &ladder->view;
    int count = view->count;
    int64_t newest_msec = view->newest_msec;
    if (ladder->top_stale)
        top = malloc(((size_t)count + 1) * sizeof *top);
    for (int i = 0; top && i < count; i++)
        result_view(&view->bots[i], &top[i]);
    ladder->top_stale = ladder->top_stale && !top;
    pthread_mutex_unlock(&ladder->mutex);
    if (!top)
        return;
    count = result_rank_list(top, count, newest_msec);
    pthread_mutex_lock(&ladder->mutex);
    struct ladder_bot *old = ladder->top;
    ladder->top = top;
    ladder->top_count = count;
    pthread_mutex_unlock(&ladder->mutex);
    free(old);
}

int ladder_top_from(struct ladder *ladder, int first, struct ladder_bot *bots, int max, int *total)
{
    refresh_top(ladder);
    pthread_mutex_lock(&ladder->mutex);
    int left = first < ladder->top_count ? ladder->top_count - first : 0;
    int count = left < max ? left : max;
    if (count > 0)
        memcpy(bots, ladder->top + first, (size_t)count * sizeof *bots);
    *total = ladder->top_count;
    pthread_mutex_unlock(&ladder->mutex);
    return count > 0 ? count : 0;
}

int ladder_top(struct ladder *ladder, struct ladder_bot *bots, int max)
{
    int total;
    return ladder_top_from(ladder, 0, bots, max, &total);
}

int ladder_place(struct ladder *ladder, const char *name)
{
    int place = 0;
    refresh_top(ladder);
    pthread_mutex_lock(&ladder->mutex);
    for (int i = 0; i < ladder->top_count && !place; i++)
        place = strcasecmp(ladder->top[i].name, name) == 0 ? i + 1 : 0;
    pthread_mutex_unlock(&ladder->mutex);
    return place;
}

void ladder_health(struct ladder *ladder, struct ladder_health *health)
{
    pthread_mutex_lock(&ladder->mutex);
    *health = ladder->health;
    health->results = ladder->op_counts[OP_RESULT];
    health->announced = ladder->op_counts[OP_ANNOUNCE];
    health->records = ladder->op_counts[OP_RECORD];
    pthread_mutex_unlock(&ladder->mutex);
}

bool ladder_trouble(struct ladder *ladder, char text[256])
{
    pthread_mutex_lock(&ladder->mutex);
    bool told = ladder->trouble_new;
    ladder->trouble_new = false;
    memcpy(text, ladder->trouble, sizeof ladder->trouble);
    pthread_mutex_unlock(&ladder->mutex);
    return told;
}

int ladder_voided_at_start(const struct ladder *ladder)
{
    return ladder->voided_at_start;
}

int ladder_recent(struct ladder *ladder, struct ladder_game *games, int max)
{
    pthread_mutex_lock(&ladder->mutex);
    int count = ladder->recent_count < max ? ladder->recent_count : max;
    if (count > 0)
        memcpy(games, ladder->recent, (size_t)count * sizeof *games);
    pthread_mutex_unlock(&ladder->mutex);
    return count > 0 ? count : 0;
}
