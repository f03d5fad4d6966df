/* placement.c - which node gathers waiting bots. */
#include "cluster/placement.h"

#include <stdio.h>
#include <string.h>

enum {
    NODES_MAX = 128
}; /* nodes with offers of one kind; further ones are considered when these are gone */

struct tally {
    const char *node;
    int count;
};

bool placement_seeks(const struct seek_offer *offer, const char *ruleset)
{
    char word[80];

    snprintf(word, sizeof word, " %s ", ruleset);
    return strstr(offer->rulesets, word) != NULL;
}

/* Counts offers of one kind by node. Returns the number of nodes. */
static int tally_nodes(const struct seek_offer *offers, int count, const char *ruleset, bool rated,
                       struct tally tallies[NODES_MAX])
{
    int nodes = 0;

    for (int i = 0; i < count; i++) {
        int at = 0;
        if (offers[i].rated != rated || !placement_seeks(&offers[i], ruleset))
            continue;
        while (at < nodes && strcmp(tallies[at].node, offers[i].node) != 0)
            at++;
        if (at == NODES_MAX)
            continue;
        if (at == nodes)
            tallies[nodes++] = (struct tally){.node = offers[i].node};
        tallies[at].count++;
    }
    return nodes;
}

/* How many bots of other nodes `self` lacks; 0 also if another node is the one to gather them. */
static int lacking(const struct tally *tallies, int nodes, const char *self, int players)
{
    int here = 0, elsewhere = 0;

    for (int i = 0; i < nodes; i++)
        here += strcmp(tallies[i].node, self) == 0 ? tallies[i].count : 0;
    for (int i = 0; i < nodes; i++) {
        int order = strcmp(tallies[i].node, self);
        if (tallies[i].count > here || (tallies[i].count == here && order < 0))
            return 0;
        elsewhere += order ? tallies[i].count : 0;
    }
    if (here + elsewhere < players)
        return 0;
    /* Enough bots for a game are here and still wait: they need other opponents. */
    int lack = here < players ? players - here : 1;
    return lack < elsewhere ? lack : elsewhere;
}

/* The offer of this kind that has waited longest, of `self` or of the others; NULL if there is
 * none. */
static const struct seek_offer *longest_waiting(const struct seek_offer *offers, int count,
                                                const char *self, bool own, const char *ruleset,
                                                bool rated)
{
    for (int i = 0; i < count; i++) {
        if (offers[i].rated == rated && (strcmp(offers[i].node, self) == 0) == own &&
            placement_seeks(&offers[i], ruleset))
            return &offers[i];
    }
    return NULL;
}

static bool want_of(const struct seek_offer *offers, int offer_count, const char *self,
                    const struct placement_ruleset *ruleset, bool rated, struct seek_want *want)
{
    struct tally tallies[NODES_MAX];
    int nodes = tally_nodes(offers, offer_count, ruleset->name, rated, tallies);
    int count = lacking(tallies, nodes, self, ruleset->players);
    const struct seek_offer *longest =
        longest_waiting(offers, offer_count, self, count > 0, ruleset->name, rated);
    bool lonely =
        count == 0 && longest && ruleset->played && longest->waited_msec >= PLACEMENT_LONELY_MSEC;

    if (count == 0 && !lonely)
        return false;
    *want = (struct seek_want){.ruleset = ruleset->name,
                               .rated = rated,
                               .count = lonely ? 1 : count,
                               .rating = longest->rating,
                               .waited_msec = lonely ? PLACEMENT_LONELY_MSEC : 0};
    return true;
}

int placement_wants(const struct seek_offer *offers, int offer_count, const char *self,
                    const struct placement_ruleset *rulesets, int ruleset_count,
                    struct seek_want *wants)
{
    int wanted = 0;

    for (int r = 0; r < ruleset_count; r++) {
        for (int rated = 0; rated <= 1; rated++)
            wanted += want_of(offers, offer_count, self, &rulesets[r], rated, &wants[wanted]);
    }
    return wanted;
}
