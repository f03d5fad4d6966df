/* explain.c - says why an action is legal or not, for the author of a bot whose action was refused.
 *
 * The rest of the engine decides what is legal; this file only finds the words. So it may look at
 * one case after the other where the engine asks once. */
#include "legal.h"
#include "seats.h"
#include "line.h"
#include "option.h"
#include "trick.h"

#include <assert.h>

struct explainer {
    const struct game *game;
    const struct ruleset *rules;
    const struct action *action;
    struct legal legal;
    struct line line;
};

static void say(struct explainer *explainer, const char *text)
{
    line_add(&explainer->line, text);
}

static void say_card(struct explainer *explainer, card_t card)
{
    char text[CARD_TEXT_MAX];
    size_t size = card_format(card, text);
    line_add_bytes(&explainer->line, text, size);
}

static void say_cards(struct explainer *explainer, cardset_t cards)
{
    for (bool first = true; cards; first = false) {
        say(explainer, first ? "" : " ");
        say_card(explainer, cardset_pop(&cards));
    }
}

static void say_suit(struct explainer *explainer, unsigned suit)
{
    line_add_bytes(&explainer->line, &"SCDH"[suit], 1);
}

static void say_suits(struct explainer *explainer, unsigned mask)
{
    bool first = true;
    for (unsigned suit = 0; suit < SUITS; suit++) {
        if (!(mask >> suit & 1))
            continue;
        say(explainer, first ? "" : " ");
        say_suit(explainer, suit);
        first = false;
    }
}

static void say_call(struct explainer *explainer, call_t call)
{
    say(explainer, call_name(call));
}

/* Ends the sentence: " (SECTION, OPTION=VALUE)." Every sentence ends here, so every one cites a
 * rule. */
static bool cite(struct explainer *explainer, const char *section, const char *option)
{
    say(explainer, " (");
    say(explainer, section);
    if (option) {
        char value[OPTION_TEXT_MAX];
        int index = option_find(option, strlen(option));
        assert(index >= 0);
        option_format(explainer->rules, index, value);
        say(explainer, ", ");
        say(explainer, option);
        say(explainer, "=");
        say(explainer, value);
    }
    say(explainer, ").");
    return true;
}

/* The option `PREFIX.CALL` of a special call. */
static bool cite_call(struct explainer *explainer, const char *section, const char *prefix,
                      call_t call)
{
    char name[32];
    struct line line = line_start(name, sizeof name);
    line_add(&line, prefix);
    line_add(&line, call_name(call));
    return cite(explainer, section, name);
}

/* ------------------------------------------------------------------------- auction and raise */

static bool refuse_missing_call(struct explainer *explainer, call_t call)
{
    const struct ruleset *rules = explainer->rules;

    if (call == CALL_PASS || rules->call_rank[call] > 0)
        return false;
    say_call(explainer, call);
    say(explainer, " is no call of this ruleset");
    if (call_is_special(call))
        return cite(explainer, "Calls", "calls");
    if (call == CALL_6NO)
        return cite(explainer, "Calls", "no_calls");
    if (call_level(call) < rules->min_level)
        return cite(explainer, "Calls", "min_level");
    return cite(explainer, "Calls", "jack_nt");
}

static bool refuse_call(struct explainer *explainer)
{
    const struct game *game = explainer->game;
    const struct ruleset *rules = explainer->rules;
    call_t call = explainer->action->call;

    if (refuse_missing_call(explainer, call))
        return true;
    if (call == CALL_PASS) {
        say(explainer, "the dealer may not pass while nobody made a call that can win");
        return cite(explainer, "Auction", "all_pass");
    }
    if (game->bans >> game->turn & 1) {
        say(explainer, "the seat is barred from calling in this hand by the one before");
        return cite(explainer, "Scoring", rules->ban ? "ban" : "breach");
    }
    if (call == CALL_BLIND_MISERE) {
        say(explainer, "blind-misere is called before the caller has seen a card");
        return cite(explainer, "Calls", "calls");
    }
    if (game->high != CALL_PASS && rules->call_rank[call] <= rules->call_rank[game->high]) {
        say_call(explainer, call);
        say(explainer, " does not outbid ");
        say_call(explainer, game->high);
        return cite(explainer, "Calls", "scoring");
    }
    if (call_is_special(call) && rules->from[call - CALL_SPECIAL_FIRST] != FROM_ANY) {
        say_call(explainer, call);
        say(explainer, " may be called only after somebody bid at level ");
        say(explainer, rules->from[call - CALL_SPECIAL_FIRST] == FROM_SEVEN ? "7" : "8");
        say(explainer, " or higher");
        return cite_call(explainer, "Calls", "from.", call);
    }
    say(explainer, "only the first two seats may bid at level 6");
    return cite(explainer, "Auction", "inkles");
}

static bool accept_call(struct explainer *explainer)
{
    const struct game *game = explainer->game;
    call_t call = explainer->action->call;

    if (call == CALL_PASS) {
        say(explainer, game->phase == PHASE_RAISE ? "the winner of the auction need not raise"
                                                  : "a seat may pass at its turn");
        return cite(explainer, "Auction", game->phase == PHASE_RAISE ? "raise" : NULL);
    }
    say_call(explainer, call);
    if (game->high == CALL_PASS) {
        say(explainer, " may be called: nobody has made a call yet");
    } else {
        say(explainer, " outbids ");
        say_call(explainer, game->high);
    }
    return cite(explainer, game->phase == PHASE_RAISE ? "Auction" : "Calls",
                game->phase == PHASE_RAISE ? "raise" : "scoring");
}

static bool explain_blind(struct explainer *explainer, bool legal)
{
    const struct action *action = explainer->action;
    if (action->kind == ACTION_LOOK) {
        say(explainer, "a seat may look at its cards instead of calling blind-misere");
        return cite(explainer, "Calls", "calls");
    }
    if (action->call != CALL_BLIND_MISERE)
        say(explainer, "before the cards are seen there is only blind-misere, or look");
    else if (legal)
        say(explainer, "blind-misere may be called before the cards are seen");
    else
        say(explainer, "the seat is barred from calling in this hand by the one before");
    bool barred = action->call == CALL_BLIND_MISERE && !legal;
    return cite(explainer, barred ? "Scoring" : "Calls",
                !barred                 ? "calls"
                : explainer->rules->ban ? "ban"
                                        : "breach");
}

/* ------------------------------------------------------------------------------- the exchange */

static cardset_t named_cards(const struct action *action)
{
    cardset_t cards = 0;
    for (int i = 0; i < action->count; i++)
        cards |= CARDSET(action->cards[i]);
    return cards;
}

/* give and discard: `choose` cards of the hand, each once. */
static bool refuse_choice(struct explainer *explainer)
{
    const struct action *action = explainer->action;
    cardset_t foreign = named_cards(action) & ~explainer->legal.cards;

    if (action->count != explainer->legal.choose) {
        say(explainer, "cards to name: ");
        line_add_number(&explainer->line, explainer->legal.choose);
        say(explainer, ", and there are ");
        line_add_number(&explainer->line, action->count);
    } else if (foreign) {
        say(explainer, "the seat does not hold ");
        say_cards(explainer, foreign);
    } else {
        say(explainer, "a card is named twice");
    }
    return cite(explainer, "Play", NULL);
}

static bool refuse_partner(struct explainer *explainer)
{
    const struct game *game = explainer->game;
    card_t card = explainer->action->cards[0];

    say_card(explainer, card);
    if (!cardset_has(explainer->rules->cards, card)) {
        say(explainer, " is not in the deck");
        return cite(explainer, "Deck and deal", "deck");
    }
    if (cardset_has(game->discards, card)) {
        say(explainer, " was laid away: nobody holds it");
        return cite(explainer, "Play", NULL);
    }
    if (cardset_has(game->hands[game->turn], card) &&
        explainer->rules->partner_call == PARTNER_CALL_ANNOUNCED) {
        say(explainer, " is in the contractor's own hand");
        return cite(explainer, "Play", "partner_call");
    }
    say(explainer, " may not be named");
    return cite(explainer, "Play", "partner_cards");
}

static bool refuse_swap(struct explainer *explainer)
{
    card_t in = explainer->action->cards[0];
    bool exposed = cardset_has(explainer->legal.cards, in);

    say_card(explainer, exposed ? explainer->action->cards[1] : in);
    say(explainer, exposed ? ", the card to go out, is not in the hand"
                           : ", the card to come in, does not lie exposed");
    return cite(explainer, "Games for two", "two_handed");
}

static bool refuse_exchange(struct explainer *explainer)
{
    switch ((enum action_kind)explainer->action->kind) {
    case ACTION_GIVE:
    case ACTION_DISCARD:
        return refuse_choice(explainer);
    case ACTION_PARTNER:
        return refuse_partner(explainer);
    case ACTION_SWAP:
        return refuse_swap(explainer);
    case ACTION_TAKE:
        say_card(explainer, explainer->action->cards[0]);
        say(explainer, " does not lie exposed");
        return cite(explainer, "Games for two", "two_handed");
    case ACTION_CALL:
    case ACTION_KEEP:
    case ACTION_DROP:
    case ACTION_LOOK:
    case ACTION_SLAM:
    case ACTION_NO:
    case ACTION_ALONE:
    case ACTION_BREACH:
    case ACTION_PLAY:
    case ACTION_CLAIM:
    case ACTION_KIND_COUNT:
        break;
    }
    return false;
}

static bool accept_exchange(struct explainer *explainer)
{
    static const struct grant {
        const char *text, *section, *option;
    } grants[ACTION_KIND_COUNT] = {
        [ACTION_TAKE] = {"the card lies exposed", "Games for two", "two_handed"},
        [ACTION_KEEP] = {"the top card may be kept", "Games for two", "two_handed"},
        [ACTION_DROP] = {"the top card may be dropped for the next", "Games for two", "two_handed"},
        [ACTION_SLAM] = {"the contractor of a bid may declare a slam", "Play", "slam_call"},
        [ACTION_GIVE] = {"the seat holds what it gives, and it is as many as are due", "Play",
                         NULL},
        [ACTION_DISCARD] = {"the seat holds what it lays away, and it is as many as are due",
                            "Play", NULL},
        [ACTION_SWAP] = {"the card that comes in lies exposed, the other is the seat's own",
                         "Games for two", "two_handed"},
        [ACTION_PARTNER] = {"the card may be named", "Play", "partner_cards"},
        [ACTION_ALONE] = {"the contractor may play alone", "Play", NULL},
        [ACTION_BREACH] = {"a defender may wager that the contract fails badly", "Scoring",
                           "breach"},
        [ACTION_NO] = {"the seat may let it be", "Play", NULL},
    };
    const struct grant *grant = &grants[explainer->action->kind];
    assert(grant->text);
    say(explainer, grant->text);
    return cite(explainer, grant->section, grant->option);
}

/* ------------------------------------------------------------------------------------- play */

/* The faults that suits named by jokers can have, in a play or a claim. */
static bool refuse_names(struct explainer *explainer, card_t card)
{
    const struct game *game = explainer->game;
    unsigned other = card == CARD_RJ;
    bool joker = card_is_joker(card);
    uint8_t named = joker ? explainer->action->joker[card - CARD_RJ] : (uint8_t)SUIT_NONE;
    uint8_t suits = joker ? explainer->legal.joker_suits[card - CARD_RJ] : 0;
    bool foreign = explainer->action->joker[other] != SUIT_NONE ||
                   (!joker && explainer->action->joker[0] != SUIT_NONE);

    if (foreign || (joker && !suits && named != SUIT_NONE)) {
        say(explainer, "a suit is named only by a joker that leads without trumps");
        return cite(explainer, "Play", "joker_nt");
    }
    if (!joker || !suits || (named < SUITS && suits >> named & 1))
        return false;
    say_card(explainer, card);
    if (named >= SUITS) {
        say(explainer, " leads without trumps and must name a suit, one of ");
    } else {
        say(explainer, " may not name ");
        say_suit(explainer, named);
        say(explainer, game->must_play ? "; it was claimed with " : ", but only ");
    }
    say_suits(explainer, suits);
    return cite(explainer, "Play", game->must_play ? "claims" : "joker_nt");
}

static bool refuse_lead(struct explainer *explainer, card_t card)
{
    const struct game *game = explainer->game;

    if (game->must_play && card != game->forced) {
        say(explainer, "the claim was void, so its first card must be played: ");
        say_card(explainer, game->forced);
        return cite(explainer, "Play", "claims");
    }
    if (!cardset_has(explainer->legal.cards, card)) {
        say_card(explainer, card);
        say(explainer, " may not be led: there is no suit that it may name");
        return cite(explainer, "Play", "joker_nt");
    }
    return refuse_names(explainer, card);
}

static bool refuse_play(struct explainer *explainer)
{
    const struct game *game = explainer->game;
    unsigned hand = game->hand_due;
    card_t card = explainer->action->cards[0];
    cardset_t held = game->hands[hand];

    if (!cardset_has(held, card)) {
        say(explainer, hand == game->turn ? "the hand does not hold " : "hand ");
        if (hand != game->turn) {
            line_add_number(&explainer->line, (int)hand);
            say(explainer, " is to play, and it does not hold ");
        }
        say_card(explainer, card);
        say(explainer, game->down_count[hand] ? " face up" : "");
        return cite(explainer, "Play", NULL);
    }
    if (game->trick_count == 0)
        return refuse_lead(explainer, card);
    if (refuse_names(explainer, card))
        return true;
    cardset_t in_suit = held & trick_suit_cards(game->order, (enum suit)game->led);
    say_suit(explainer, game->led);
    if (card_is_joker(card) && !trick_has_trumps(game->order)) {
        say(explainer, " was led, and ");
        say_card(explainer, card);
        say(explainer, in_suit ? " may not be played on it while the hand can follow suit"
                               : " may not be played on it after the hand has shown void there");
        return cite(explainer, "Play", "joker_nt");
    }
    say(explainer, " was led and the hand can follow suit, so it may play only ");
    say_cards(explainer, explainer->legal.cards);
    if (card_suit(card) == (enum suit)game->led) {
        say(explainer, "; ");
        say_card(explainer, card);
        say(explainer, " counts as a trump");
    }
    return cite(explainer, "Play, Trumps", NULL);
}

static bool accept_play(struct explainer *explainer)
{
    const struct game *game = explainer->game;
    card_t card = explainer->action->cards[0];
    bool free_joker = card_is_joker(card) && !trick_has_trumps(game->order);

    if (game->must_play) {
        say(explainer, "the claim was void, so its first card is played");
        return cite(explainer, "Play", "claims");
    }
    if (game->trick_count == 0) {
        say(explainer, free_joker ? "the joker may be led, as the suit that it names"
                                  : "any card of the hand may be led");
        return cite(explainer, "Play", free_joker ? "joker_nt" : NULL);
    }
    bool can = game->hands[game->hand_due] & trick_suit_cards(game->order, (enum suit)game->led);
    if (free_joker) {
        say(explainer, "the joker belongs to no suit and may be played here");
        return cite(explainer, "Play", "joker_nt");
    }
    say_suit(explainer, game->led);
    say(explainer, " was led, and ");
    if (can) {
        say_card(explainer, card);
        say(explainer,
            card_suit(card) == (enum suit)game->led ? " follows it" : " is a trump: it follows it");
    } else {
        say(explainer, "the hand cannot follow suit, so any card may be played");
    }
    return cite(explainer, "Play, Trumps", NULL);
}

static bool refuse_claim(struct explainer *explainer)
{
    const struct game *game = explainer->game;
    const struct action *action = explainer->action;
    cardset_t held = game->hands[game->hand_due];
    const char *what = "a joker in the claim names no suit, or one that it may not name";

    if (!explainer->rules->claims)
        what = "there are no claims in this ruleset";
    else if (!call_is_bid(game->contract.call))
        what = "only the contractor of a bid claims";
    else if (game->hand_due != game->contract.by)
        what = "the contractor claims on lead from its own hand";
    else if (game->trick_count > 0)
        what = "a claim is made on lead";
    else if (game->must_play)
        what = "a claim was void just now, and its first card must be played";
    else if (action->count != cardset_count(held) || named_cards(action) != held)
        what = "a claim names all cards of the hand, each once, in the order of the leads";
    say(explainer, what);
    return cite(explainer, "Play", "claims");
}

static bool explain_play(struct explainer *explainer, bool legal)
{
    if (explainer->action->kind == ACTION_CLAIM && legal) {
        say(explainer,
            "all cards of the hand are claimed on lead; whether each wins is another matter");
        return cite(explainer, "Play", "claims");
    }
    if (explainer->action->kind == ACTION_CLAIM)
        return refuse_claim(explainer);
    return legal ? accept_play(explainer) : refuse_play(explainer);
}

/* --------------------------------------------------------------------------------- all phases */

/* Whether this phase has actions of this kind, whatever the cards. */
static bool fits_phase(const struct game *game, const struct action *action)
{
    static const uint32_t kinds[PHASE_COUNT] = {
        [PHASE_EXPOSE] = 1u << ACTION_TAKE,
        [PHASE_DRAW] = 1u << ACTION_KEEP | 1u << ACTION_DROP,
        [PHASE_BLIND] = 1u << ACTION_CALL | 1u << ACTION_LOOK,
        [PHASE_AUCTION] = 1u << ACTION_CALL,
        [PHASE_RAISE] = 1u << ACTION_CALL,
        [PHASE_SLAM] = 1u << ACTION_SLAM | 1u << ACTION_NO,
        [PHASE_GIVE] = 1u << ACTION_GIVE,
        [PHASE_DISCARD] = 1u << ACTION_DISCARD,
        [PHASE_SWAP] = 1u << ACTION_SWAP | 1u << ACTION_NO,
        [PHASE_PARTNER] = 1u << ACTION_PARTNER | 1u << ACTION_ALONE,
        [PHASE_BREACH] = 1u << ACTION_BREACH | 1u << ACTION_NO,
        [PHASE_PLAY] = 1u << ACTION_PLAY | 1u << ACTION_CLAIM,
    };
    return kinds[game->phase] >> action->kind & 1;
}

static bool explain_phase(struct explainer *explainer, bool legal)
{
    enum phase phase = (enum phase)explainer->game->phase;

    if (phase == PHASE_PLAY)
        return explain_play(explainer, legal);
    if (phase == PHASE_BLIND)
        return explain_blind(explainer, legal);
    if (phase == PHASE_AUCTION || phase == PHASE_RAISE)
        return legal ? accept_call(explainer) : refuse_call(explainer);
    return legal ? accept_exchange(explainer) : refuse_exchange(explainer);
}

bool explain_action(const struct game *game, const struct ruleset *rules,
                    const struct action *action, char text[EXPLAIN_TEXT_MAX])
{
    struct action settled = *action;
    struct explainer explainer = {.game = game, .rules = rules, .action = &settled};

    explainer.line = line_start(text, EXPLAIN_TEXT_MAX);
    action_settle(&settled, (enum phase)game->phase);
    if (game->phase == PHASE_DEAL || game->phase == PHASE_OVER) {
        say(&explainer, "nobody decides here: ");
        say(&explainer,
            game->phase == PHASE_DEAL ? "the next hand is to be dealt" : "the game is over");
        cite(&explainer, "The game", NULL);
        return false;
    }
    game_legal(game, rules, &explainer.legal);
    bool legal = legal_allows(&explainer.legal, game, rules, &settled);
    if (!fits_phase(game, &settled)) {
        assert(!legal);
        say(&explainer, "this is no action of the phase ");
        say(&explainer, game_phase_name((enum phase)game->phase));
        cite(&explainer, "The game", NULL);
    } else if (!explain_phase(&explainer, legal)) {
        say(&explainer, "it is not among what is legal here");
        cite(&explainer, "The game", NULL);
    }
    return legal;
}
