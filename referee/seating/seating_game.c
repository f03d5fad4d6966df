/* seating_game.c - the fields of a game that the journal and the replay use. */
#include "seating/seating_private.h"

const char *seating_game_unrated(const struct seating_game *game)
{
    return game->unrated;
}

const struct table_options *seating_game_options(const struct seating_game *game)
{
    return &game->options;
}

struct journal_game *seating_game_journal(const struct seating_game *game)
{
    return game->journal;
}

void seating_game_set_journal(struct seating_game *game, struct journal_game *journal)
{
    game->journal = journal;
}

struct game_replay *seating_game_replay(const struct seating_game *game)
{
    return game->replay;
}

void seating_game_set_replay(struct seating_game *game, struct game_replay *replay)
{
    game->replay = replay;
}
