/* store_text.c - seats and scores of a result as text columns. */
#include "store/store_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void store_text_seats_format(const struct ladder_result *result, char text[STORE_SEATS_BYTES])
{
    size_t used = 0;

    text[0] = '\0';
    for (int seat = 0; seat < result->seat_count; seat++)
        used += (size_t)snprintf(text + used, STORE_SEATS_BYTES - used, "%s%s:%d", seat ? " " : "",
                                 result->seats[seat].bot, result->seats[seat].side);
}

void store_text_seats_parse(char text[STORE_SEATS_BYTES], struct ladder_result *result)
{
    char *save = NULL;

    for (char *word = strtok_r(text, " ", &save); word && result->seat_count < LADDER_SEATS_MAX;
         word = strtok_r(NULL, " ", &save)) {
        struct ladder_seat *seat = &result->seats[result->seat_count++];
        char *colon = strrchr(word, ':');
        if (colon)
            *colon = '\0';
        snprintf(seat->bot, sizeof seat->bot, "%s", word);
        seat->side = colon ? (int)strtol(colon + 1, NULL, 10) : -1;
        if (seat->side >= result->side_count)
            result->side_count = seat->side + 1;
    }
}

void store_text_scores_parse(const char *text, struct ladder_result *result)
{
    while (result->side_count < LADDER_SEATS_MAX && *text) {
        char *end = NULL;
        result->scores[result->side_count++] = (int32_t)strtol(text, &end, 10);
        if (*end != ':')
            return;
        text = end + 1;
    }
}

void store_text_result_named(const struct ladder_result *result, const struct standings *standings,
                             const struct result_change *change, struct ladder_result *named)
{
    *named = *result;
    for (int seat = 0; seat < result->seat_count; seat++)
        memcpy(named->seats[seat].bot, standings->bots[change->seats[seat].bot].name,
               sizeof named->seats[seat].bot);
}

const char *store_text_bot_check(const struct standing *bot)
{
    if (name_is_valid(bot->name) && (bot->owner[0] == '\0' || name_is_valid(bot->owner)))
        return NULL;
    return "has a bad name or owner";
}
