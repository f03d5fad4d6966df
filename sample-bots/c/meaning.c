/* meaning.c - what a call says about the cards of who makes it.
 *
 * traditional   6NT shows the joker.
 * honours       Six of a suit shows its ace or king, or is a bluff: the auction must reach seven
 *               before misere may be called.
 * saint-paul    6NT shows strong cards. 6NO shows the joker or two jacks of opposite colour.
 * francis       Bids name aces: see below.
 * natural       Every bid is meant, and has no other meaning. */
#include "meaning.h"

#include "sense.h"

static cardset_t jokers(void)
{
    return CARDSET(CARD_RJ) | CARDSET(CARD_BJ);
}

static cardset_t all_of_rank(int rank)
{
    cardset_t cards = 0;
    for (int suit = 0; suit < SUITS; suit++)
        cards |= CARDSET(CARD(suit, rank));
    return cards;
}

bool meaning_good_suit(const struct ruleset *rules, cardset_t hand, int suit)
{
    return cardset_count(hand & sense_trumps(rules, suit)) >= 4 &&
           sense_worth(rules, hand, suit) >= 28;
}

bool meaning_strong(const struct ruleset *rules, cardset_t hand)
{
    cardset_t kings = all_of_rank(RANK_K);
    return sense_worth(rules, hand, DENOM_NT) >= 25 || (hand & kings) == kings;
}

static bool has_jacks(cardset_t hand)
{
    cardset_t black = CARDSET(CARD(SUIT_S, RANK_J)) | CARDSET(CARD(SUIT_C, RANK_J));
    cardset_t red = CARDSET(CARD(SUIT_D, RANK_J)) | CARDSET(CARD(SUIT_H, RANK_J));
    return (hand & black) && (hand & red);
}

static bool has_honours(cardset_t hand, int suits)
{
    cardset_t honours = all_of_rank(RANK_A) | all_of_rank(RANK_K);
    for (int suit = 0; suit < SUITS; suit++) {
        if ((suits >> suit & 1) && !(hand & honours & sense_suit(suit)))
            return false;
    }
    return true;
}

static bool has_good_suits(const struct ruleset *rules, cardset_t hand, int suits)
{
    for (int suit = 0; suit < SUITS; suit++) {
        if ((suits >> suit & 1) && !meaning_good_suit(rules, hand, suit))
            return false;
    }
    return true;
}

bool meaning_is_signal(const struct meaning *meaning)
{
    return meaning->has || meaning->lacks || meaning->honours || meaning->good ||
           meaning->joker_or_jacks || meaning->strong;
}

/* A named joker is any joker. */
static bool has_cards(cardset_t hand, cardset_t has)
{
    return (hand & has & ~jokers()) == (has & ~jokers()) &&
           (!(has & jokers()) || (hand & jokers()));
}

bool meaning_is_true(const struct meaning *meaning, const struct ruleset *rules, cardset_t hand)
{
    if (meaning->or_misere && sense_is_misere(hand))
        return true;
    return has_cards(hand, meaning->has) && !(hand & meaning->lacks) &&
           has_honours(hand, meaning->honours) && has_good_suits(rules, hand, meaning->good) &&
           (!meaning->joker_or_jacks || (hand & jokers()) || has_jacks(hand)) &&
           (!meaning->strong || meaning_strong(rules, hand));
}

/* ---------------------------------------------------------------------------- the calls before */

/* A summary of the calls so far. */
struct so_far {
    call_t high;
    uint8_t suits;              /* bit per suit that a seat has bid */
    uint8_t bids[SEATS_MAX];    /* by seat: how many */
    uint8_t last[SEATS_MAX];    /* by seat: denomination of its last bid */
    cardset_t lacks[SEATS_MAX]; /* by seat: cards that it has denied */
    cardset_t has[SEATS_MAX];   /* by side: cards that it has shown */
    bool opened[SEATS_MAX];     /* by side: it has made a bid */
    bool no_trump[SEATS_MAX];   /* by side: it has bid no-trump */
};

/* The auction as one seat looks at it, before its call. */
struct before {
    call_t high;
    uint8_t suits;
    int own;       /* bids of the seat */
    int mate;      /* denomination of the partner's last bid; -1: none */
    bool opened;   /* the own side has made a bid */
    bool no_trump; /* the own side has bid no-trump */
    cardset_t has, lacks;
};

static struct before look_back(const struct so_far *so_far, const struct ruleset *rules,
                               seat_t seat)
{
    int side = rules->side_of[seat], mate = (seat + 2) % 4;
    return (struct before){
        .high = so_far->high,
        .suits = so_far->suits,
        .own = so_far->bids[seat],
        .mate = so_far->bids[mate] ? so_far->last[mate] : -1,
        .opened = so_far->opened[side],
        .no_trump = so_far->no_trump[side],
        .has = so_far->has[side],
        .lacks = so_far->lacks[seat],
    };
}

static void note_call(struct so_far *so_far, const struct ruleset *rules,
                      const struct seen_call *made, const struct meaning *meaning)
{
    if (made->call == CALL_PASS)
        return;
    so_far->high = made->call;
    if (!call_is_bid(made->call))
        return;
    int denom = call_denomination(made->call), side = rules->side_of[made->seat];
    if (denom <= DENOM_H)
        so_far->suits |= (uint8_t)(1 << denom);
    so_far->bids[made->seat]++;
    so_far->last[made->seat] = (uint8_t)denom;
    so_far->lacks[made->seat] |= meaning->lacks;
    so_far->has[side] |= meaning->has;
    so_far->opened[side] = true;
    so_far->no_trump[side] |= denom > DENOM_H;
}

static bool outranks(const struct ruleset *rules, call_t call, call_t high)
{
    return rules->call_rank[call] > (high == CALL_PASS ? 0 : rules->call_rank[high]);
}

/* The lowest bid in a denomination that outranks the highest call; CALL_PASS: none does. */
static call_t lowest_bid(const struct ruleset *rules, call_t high, int denom)
{
    for (int level = 6; level <= 10; level++) {
        if (outranks(rules, CALL_BID(level, denom), high))
            return CALL_BID(level, denom);
    }
    return CALL_PASS;
}

/* ------------------------------------------------------------------------------------- francis
 *
 * The first bid of a seat shows a card: six of a suit its ace, 6NT the joker, and none of the cards
 * that a lower bid would have shown. The partner answers in the same way, after an opening of seven
 * too. So the lowest bid in a suit that nobody has bid shows its ace. A good suit needs a jump,
 * unless somebody has bid it. An opening of seven, which is a jump, denies all aces and the joker;
 * 7NT is strong without them. In the second round the lowest no-trump shows the king of the suit
 * that the partner bid last; if our side has shown it, the queen; then the jack. The lowest bid in
 * that suit is good without that card. */

/* Returns the card that the lowest bid in a denomination shows; CARD_NONE: the bid is natural. */
static card_t card_named(const struct before *before, int denom)
{
    if (denom <= DENOM_H) {
        card_t ace = CARD(denom, RANK_A);
        bool is_new = !(before->suits >> denom & 1);
        return is_new && !cardset_has(before->lacks, ace) ? ace : CARD_NONE;
    }
    if (before->own == 0)
        return before->no_trump ? CARD_NONE : CARD_RJ;
    if (before->mate < 0 || before->mate > DENOM_H)
        return CARD_NONE;
    static const uint8_t ranks[] = {RANK_K, RANK_Q, RANK_J};
    for (int i = 0; i < 3; i++) {
        card_t card = CARD(before->mate, ranks[i]);
        if (!cardset_has(before->has, card))
            return card;
    }
    return CARD_NONE;
}

/* The cards that lower bids than this would have shown. */
static cardset_t cards_passed_over(const struct ruleset *rules, const struct before *before,
                                   call_t call)
{
    cardset_t cards = 0;
    for (int denom = DENOM_S; denom <= DENOM_NT; denom++) {
        call_t lower = lowest_bid(rules, before->high, denom);
        card_t card = card_named(before, denom);
        if (lower == CALL_PASS || card == CARD_NONE || !outranks(rules, call, lower))
            continue;
        cards |= card == CARD_RJ ? jokers() : CARDSET(card);
    }
    return cards;
}

static void natural(struct meaning *meaning, call_t call, int level)
{
    meaning->natural = call;
    meaning->level = (int8_t)level;
}

static void read_francis(const struct ruleset *rules, const struct before *before, call_t call,
                         struct meaning *meaning)
{
    int denom = call_denomination(call), level = call_level(call);
    bool opening = !before->opened;

    if (denom > DENOM_NT || call == CALL_6NO)
        return;
    if (opening && (level > 7 || (before->high != CALL_PASS && call_level(before->high) != 6)))
        return;
    call_t lowest = lowest_bid(rules, before->high, denom);
    card_t card = card_named(before, denom);
    int jump = level - call_level(lowest);
    if (jump == 0 && card != CARD_NONE) {
        natural(meaning, CALL_PASS, 0);
        meaning->has = CARDSET(card);
        if (before->own == 0)
            meaning->lacks = cards_passed_over(rules, before, call);
        return;
    }
    if (jump > 1 || (jump == 1 && card == CARD_NONE))
        return; /* a contract only */
    meaning->level = (int8_t)(level - (opening ? 0 : jump));
    if (denom <= DENOM_H)
        meaning->good = (uint8_t)(1 << denom);
    else
        meaning->strong = opening && jump == 1;
    if (opening && jump == 1)
        meaning->lacks = all_of_rank(RANK_A) | jokers();
    else if (denom <= DENOM_H && before->own > 0 && denom == before->mate)
        meaning->lacks = cards_passed_over(rules, before, call) & sense_suit(denom);
}

/* ------------------------------------------------------------------------------------ the others
 */

/* Whether misere needs a bid of seven that has not been made. */
static bool misere_waits(const struct ruleset *rules, const struct before *before)
{
    return rules->call_rank[CALL_MISERE] && rules->from[SPECIAL_MISERE] != FROM_ANY &&
           (before->high == CALL_PASS || call_level(before->high) == 6);
}

static void read_first_six(enum system system, const struct ruleset *rules,
                           const struct before *before, call_t call, struct meaning *meaning)
{
    int denom = call_denomination(call);

    switch (system) {
    case SYSTEM_NATURAL:
    case SYSTEM_FRANCIS:
    case SYSTEM_COUNT:
        return;
    case SYSTEM_TRADITIONAL:
        if (denom != DENOM_NT || call == CALL_6NO)
            return;
        meaning->has = CARDSET(CARD_RJ);
        break;
    case SYSTEM_HONOURS:
        if (denom > DENOM_H)
            return;
        meaning->honours = (uint8_t)(1 << denom);
        meaning->or_misere = misere_waits(rules, before);
        return; /* and it is meant */
    case SYSTEM_SAINT_PAUL:
        if (denom != DENOM_NT)
            return;
        meaning->joker_or_jacks = call == CALL_6NO;
        meaning->strong = call != CALL_6NO;
        break;
    }
    natural(meaning, CALL_PASS, 0);
}

static struct meaning meaning_in(enum system system, const struct ruleset *rules,
                                 const struct so_far *so_far, seat_t seat, call_t call)
{
    struct meaning meaning = {.natural = CALL_PASS};

    if (!call_is_bid(call))
        return meaning;
    struct before before = look_back(so_far, rules, seat);
    natural(&meaning, call, call_level(call));
    if (system == SYSTEM_FRANCIS)
        read_francis(rules, &before, call, &meaning);
    else if (call_level(call) == 6 && before.own == 0)
        read_first_six(system, rules, &before, call, &meaning);
    return meaning;
}

static void add(struct meaning *sum, const struct meaning *later)
{
    sum->has |= later->has;
    sum->lacks |= later->lacks;
    sum->honours |= later->honours;
    sum->good |= later->good;
    sum->joker_or_jacks |= later->joker_or_jacks;
    sum->strong |= later->strong;
    sum->or_misere |= later->or_misere;
    if (later->natural != CALL_PASS)
        natural(sum, later->natural, later->level);
}

/* Reads the calls in order. The sum of what `seat` has said goes to *said. */
static void read_calls(enum system system, const struct ruleset *rules,
                       const struct seen_call *calls, int count, struct so_far *so_far, seat_t seat,
                       struct meaning *said)
{
    *so_far = (struct so_far){.high = CALL_PASS};
    *said = (struct meaning){.natural = CALL_PASS};
    for (int i = 0; i < count; i++) {
        struct meaning meaning = meaning_in(system, rules, so_far, calls[i].seat, calls[i].call);
        if (calls[i].seat == seat)
            add(said, &meaning);
        note_call(so_far, rules, &calls[i], &meaning);
    }
}

struct meaning meaning_of_calls(enum system system, const struct ruleset *rules,
                                const struct seen_call *calls, int count, seat_t seat)
{
    struct so_far so_far;
    struct meaning said;
    read_calls(system, rules, calls, count, &so_far, seat, &said);
    return said;
}

struct meaning meaning_of_call(enum system system, const struct ruleset *rules,
                               const struct seen_call *calls, int count, seat_t seat, call_t call)
{
    struct so_far so_far;
    struct meaning said;
    read_calls(system, rules, calls, count, &so_far, seat, &said);
    return meaning_in(system, rules, &so_far, seat, call);
}
