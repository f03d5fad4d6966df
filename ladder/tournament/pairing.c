/* pairing.c - pairs all entries with as few rematches as possible.
 *
 * A largest set of pairs that have not met (a maximum matching of that graph) leaves some entries
 * over; these are the unavoidable rematches, because any two may meet again. It grows by Edmonds'
 * algorithm: from an entry without a mate a tree of alternating paths is searched for another one,
 * with odd circles contracted to one place. When a pair is fixed, at most two others lose their
 * mates, and only paths from these can replace them: so a wish is tested with two searches. */
#include "tournament/pairing.h"

#include <assert.h>
#include <string.h>

enum { MAX = TOURNAMENT_ENTRIES_MAX };

struct matching {
    const struct pairing *pairing;
    bool gone[MAX]; /* entries that are not paired here */
    int mate[MAX];
};

/* A search from an entry without a mate. `outer` are those at an even distance, from which it
 * continues. */
struct search {
    const struct matching *matching;
    int parent[MAX]; /* of a place at an odd distance: from where it was reached */
    int base[MAX];   /* of the circle that the place is part of, or itself */
    bool outer[MAX];
    int queue[MAX], head, tail;
};

static bool may_pair(const struct matching *matching, int a, int b)
{
    return a != b && !matching->gone[a] && !matching->gone[b] && matching->pairing->met[a][b] == 0;
}

static void make_outer(struct search *search, int place)
{
    if (search->outer[place])
        return;
    search->outer[place] = true;
    search->queue[search->tail++] = place;
}

/* Where the paths of two outer places to the root meet. */
static int meeting_point(const struct search *search, int a, int b)
{
    bool on_way[MAX] = {false};

    for (;;) {
        a = search->base[a];
        on_way[a] = true;
        if (search->matching->mate[a] < 0)
            break;
        a = search->parent[search->matching->mate[a]];
    }
    for (;;) {
        b = search->base[b];
        if (on_way[b])
            return b;
        b = search->parent[search->matching->mate[b]];
    }
}

/* The path from `place` down to the base of a circle belongs to the circle; it can be walked in the
 * other direction, too, which begins at `from`. */
static void mark_way(struct search *search, bool in_circle[MAX], int place, int base, int from)
{
    while (search->base[place] != base) {
        int mate = search->matching->mate[place];
        in_circle[search->base[place]] = in_circle[search->base[mate]] = true;
        search->parent[place] = from;
        from = mate;
        place = search->parent[mate];
    }
}

static void close_circle(struct search *search, int a, int b)
{
    int base = meeting_point(search, a, b);
    bool in_circle[MAX] = {false};

    mark_way(search, in_circle, a, base, b);
    mark_way(search, in_circle, b, base, a);
    for (int place = 0; place < search->matching->pairing->count; place++) {
        if (!in_circle[search->base[place]])
            continue;
        search->base[place] = base;
        make_outer(search, place);
    }
}

/* Returns an unmatched player that is reachable from the root, or -1 if there is none. */
static int find_end(struct search *search, int root)
{
    const int *mate = search->matching->mate;

    make_outer(search, root);
    while (search->head < search->tail) {
        int place = search->queue[search->head++];
        for (int to = 0; to < search->matching->pairing->count; to++) {
            if (!may_pair(search->matching, place, to) || mate[place] == to ||
                search->base[place] == search->base[to])
                continue;
            if (search->outer[to]) {
                close_circle(search, place, to);
            } else if (search->parent[to] < 0) {
                search->parent[to] = place;
                if (mate[to] < 0)
                    return to;
                make_outer(search, mate[to]);
            }
        }
    }
    return -1;
}

/* Finds a mate for `root`, which may change other mates. Returns false if there is none. */
static bool augment(struct matching *matching, int root)
{
    struct search search;

    memset(&search, 0, sizeof search);
    search.matching = matching;
    for (int place = 0; place < MAX; place++) {
        search.parent[place] = -1;
        search.base[place] = place;
    }
    int end = find_end(&search, root);
    if (end < 0)
        return false;
    while (end >= 0) {
        int with = search.parent[end], next = matching->mate[with];
        matching->mate[end] = with;
        matching->mate[with] = end;
        end = next;
    }
    return true;
}

/* Makes a maximum matching of players that have not met. Returns the number of pairs. */
static int fill(struct matching *matching)
{
    int pairs = 0;

    for (int place = 0; place < matching->pairing->count; place++) {
        if (!matching->gone[place] && matching->mate[place] < 0)
            augment(matching, place);
    }
    for (int place = 0; place < matching->pairing->count; place++)
        pairs += matching->mate[place] > place;
    return pairs;
}

static void begin(struct matching *matching, const struct pairing *pairing)
{
    memset(matching, 0, sizeof *matching);
    matching->pairing = pairing;
    for (int place = 0; place < MAX; place++)
        matching->mate[place] = -1;
}

int pairing_fresh(const struct pairing *pairing)
{
    struct matching matching;

    assert(pairing->count >= 0 && pairing->count <= MAX);
    begin(&matching, pairing);
    return 2 * fill(&matching);
}

int pairing_rematches(const struct pairing *pairing, int without)
{
    struct matching matching;

    begin(&matching, pairing);
    if (without >= 0)
        matching.gone[without] = true;
    assert((pairing->count - (without >= 0)) % 2 == 0);
    return pairing->count / 2 - fill(&matching);
}

/* ------------------------------------------------------------------------------ making pairs */

/* Removes a place; its mate becomes free. */
static int take_out(struct matching *matching, int place)
{
    int left = matching->mate[place];

    matching->gone[place] = true;
    matching->mate[place] = -1;
    if (left >= 0)
        matching->mate[left] = -1;
    return left;
}

/* Fixes a pair if that costs no rematch: of the pairs that have not met only itself may be lost, if
 * it is one of them. */
static bool fix_pair(struct matching *matching, int a, int b)
{
    struct matching tried = *matching;
    bool fresh = may_pair(matching, a, b);
    int left[2], lost = 0;

    left[0] = take_out(&tried, a);
    left[1] = take_out(&tried, b);
    if (left[0] == b) {
        *matching = tried;
        return true;
    }
    for (int i = 0; i < 2; i++)
        lost += left[i] >= 0;
    for (int i = 0; i < 2; i++) {
        if (left[i] >= 0 && tried.mate[left[i]] < 0)
            lost -= augment(&tried, left[i]);
    }
    if (lost > fresh)
        return false;
    *matching = tried;
    return true;
}

static int pair_of(const struct pairing *pairing, struct matching *matching, int first,
                   const int *wishes, int count)
{
    int most = 0;

    for (int i = 0; i < count; i++)
        most = pairing->met[first][wishes[i]] > most ? pairing->met[first][wishes[i]] : most;
    for (int met = 0; met <= most; met++) {
        for (int i = 0; i < count; i++) {
            if (pairing->met[first][wishes[i]] == met && fix_pair(matching, first, wishes[i]))
                return wishes[i];
        }
    }
    assert(false); /* one of a largest set of pairs always exists */
    return -1;
}

void pairing_make(struct pairing *pairing, pairing_wishes_fn *wishes, const void *context)
{
    struct matching matching;
    int wished[MAX];

    assert(pairing->count % 2 == 0 && pairing->count <= MAX);
    begin(&matching, pairing);
    fill(&matching);
    for (int place = 0; place < pairing->count; place++)
        pairing->mate[place] = -1;
    for (int first = 0; first < pairing->count; first++) {
        if (pairing->mate[first] >= 0)
            continue;
        int count = wishes(context, pairing, first, wished);
        int with = pair_of(pairing, &matching, first, wished, count);
        pairing->mate[first] = with;
        pairing->mate[with] = first;
    }
}
