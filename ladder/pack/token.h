/* token.h - the codes of a packed record; inside the room only.
 *
 * A byte from 0x20 to 0x7e is that character of the line. From TOKEN_WORD on it is a word of the
 * table; below 0x20 it is a token, which usually depends on the bytes before it. The numbers stand
 * in stored records, so they never change: append. */
#ifndef AVONDALE_TOKEN_H
#define AVONDALE_TOKEN_H

enum token {
    TOKEN_GAME = 1, /* the name of the set */
    TOKEN_HAND,     /* TOKEN_HAND_TEXT and the next dealer */
    TOKEN_DEAL,     /* hands, kitty, deck: enum deal_bits, then the parts that they announce */
    TOKEN_STEPS,    /* the steps of a hand: enum step_code */
    TOKEN_CONTRACT, /* the last bid, up to the partner */
    TOKEN_TEAM,     /* the same with the partner who sits across, up to the tricks */
    TOKEN_SUM,      /* the scores before and the points of the hand, added */
    TOKEN_SAME,     /* the same scores as the last ones */
    TOKEN_DEALT,    /* number and attempt of the deal, as derived */
    TOKEN_DEALT_AS, /* number, attempt */
    TOKEN_MS,       /* a time for each step of the hand */
    TOKEN_FAIR,     /* the proof, with the parameters of the head */
    TOKEN_CARDS,    /* number, cards */
    TOKEN_HEX,      /* number, bytes: as hex digits */
    TOKEN_WORD = 0x80,
};

enum deal_bits {
    DEAL_DERIVED = 1, /* the deck follows from the seed; else: number, cards */
    DEAL_AS = 2,      /* number and attempt follow; else the next number, attempt 0 */
    DEAL_LAYOUT =
        4, /* the position in the deck of each card of the lists follows; else as before */
};

/* All but the first and the last are followed by the seat, as its distance from the expected seat.
 */
enum step_code {
    STEP_END = 0,
    STEP_PLAY = 1, /* + STEP_HELD * seat + index among the cards that the seat holds */
    STEP_SEATS = 6,
    STEP_HELD = 13,
    STEP_CARD = 80,     /* + seat: a card that it is not known to hold */
    STEP_CALL = 90,     /* + seat: a call */
    STEP_DISCARD = 100, /* + seat: number, indexes among its cards and the kitty */
    STEP_JOKER = 110,   /* + seat: a card, the letter of the suit that it names */
    STEP_OTHER = 120,   /* seat, phase, length, text */
};

#define TOKEN_HAND_TEXT "},{\"dealer\":"
#define TOKEN_DEAL_TEXT ",\"deal\":{\"hands\":[["
#define TOKEN_STEPS_TEXT "},\"steps\":["
#define TOKEN_CONTRACT_TEXT ",\"contract\":{\"call\":\""
#define TOKEN_BY_TEXT "\",\"by\":"
#define TOKEN_PARTNER_TEXT ",\"partner\":"
#define TOKEN_TRICKS_TEXT "},\"tricks\":["
#define TOKEN_DELTA_TEXT "],\"delta\":["
#define TOKEN_SCORES_TEXT "],\"scores\":["
#define TOKEN_D_TEXT ",\"d\":"
#define TOKEN_A_TEXT ",\"a\":"
#define TOKEN_MS_TEXT ",\"ms\":["
#define TOKEN_FAIR_TEXT ",\"fair\":{\"version\":1,\"set\":\""
#define TOKEN_GAME_TEXT "{\"format\":\"avondale-record/1\",\"game\":\""

/* Of words with the same beginning the longer one comes first. */
#define TOKEN_WORDS(X)                                                                             \
    X(GAME, TOKEN_GAME_TEXT)                                                                       \
    X(HAND, TOKEN_HAND_TEXT)                                                                       \
    X(DEAL, TOKEN_DEAL_TEXT)                                                                       \
    X(STEPS, TOKEN_STEPS_TEXT)                                                                     \
    X(CONTRACT, TOKEN_CONTRACT_TEXT)                                                               \
    X(PASSED, ",\"contract\":null,\"tricks\":[")                                                   \
    X(BY, TOKEN_BY_TEXT)                                                                           \
    X(PARTNER_CARD, ",\"partner_card\":\"")                                                        \
    X(PARTNER, TOKEN_PARTNER_TEXT)                                                                 \
    X(TRICKS, TOKEN_TRICKS_TEXT)                                                                   \
    X(DELTA, TOKEN_DELTA_TEXT)                                                                     \
    X(SCORES, TOKEN_SCORES_TEXT)                                                                   \
    X(D, TOKEN_D_TEXT)                                                                             \
    X(A, TOKEN_A_TEXT)                                                                             \
    X(MS, TOKEN_MS_TEXT)                                                                           \
    X(FAIR, TOKEN_FAIR_TEXT)                                                                       \
    X(SAME_PACK, ",\"same_pack\":true")                                                            \
    X(RULESET, "\",\"ruleset\":{\"preset\":\"")                                                    \
    X(PLAYERS, "\",\"options\":{}},\"players\":[\"")                                               \
    X(OPTIONS, "\",\"options\":{\"")                                                               \
    X(VALUE, "\":\"")                                                                              \
    X(NEXT, "\",\"")                                                                               \
    X(DEALER, "\"],\"dealer\":")                                                                   \
    X(HANDS, ",\"hands\":[{\"dealer\":")                                                           \
    X(RESULT, "}],\"result\":{\"reason\":\"")                                                      \
    X(WINNERS, "\",\"winners\":[")                                                                 \
    X(FAULTS, ",\"faults\":[[")                                                                    \
    X(BANS, ",\"bans\":[")                                                                         \
    X(CHAT, ",\"chat\":[[")                                                                        \
    X(NULL, "null")                                                                                \
    X(AGAIN, "],[")                                                                                \
    X(KITTY, "]],\"kitty\":")                                                                      \
    X(DECK, ",\"deck\":")

enum token_word {
#define TOKEN_NUMBER(name, text) TOKEN_WORD_##name,
    TOKEN_WORDS(TOKEN_NUMBER)
#undef TOKEN_NUMBER
        TOKEN_WORD_COUNT
};

enum {
    TOKEN_LINE_MAX = 64 << 20, /* bytes of a line at most */
    TOKEN_HEX_MIN = 16,        /* shortest run of digits that gets a token */
};

#endif
