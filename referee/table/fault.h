/* fault.h - faults of bots and their consequences (contract, "Faults of bots"). Pure. */
#ifndef AVONDALE_FAULT_H
#define AVONDALE_FAULT_H

#include <stdbool.h>
#include <stddef.h>

/* F(FAULT, its name in records, what it means) */
#define FAULTS(F)                                                                                  \
    F(NONE, "none", "no fault")                                                                    \
    F(ILLEGAL, "illegal", "an action that is not legal")                                           \
    F(TIME, "time", "no answer in time")                                                           \
    F(GARBAGE, "garbage", "bytes that are no message")                                             \
    F(GONE, "gone", "the connection was lost")                                                     \
    F(EXIT, "exit", "the process ended")                                                           \
    F(FLOOD, "flood", "too many messages")                                                         \
    F(START, "start", "the bot did not start")
#define FAULT_ENUM(name, word, text) FAULT_##name,
enum fault { FAULTS(FAULT_ENUM) FAULT_COUNT };
#undef FAULT_ENUM
const char *fault_name(enum fault fault);

enum fault_policy_kind { FAULT_POLICY_STRICT, FAULT_POLICY_STRIKES, FAULT_POLICY_LENIENT };
struct fault_policy {
    enum fault_policy_kind kind;
    int strikes; /* FAULT_POLICY_STRIKES: the fault with this number loses the game, 1 to 1000 */
};

/* Parses "strict", "strikes=N" or "lenient". Returns 0, or -1 with *policy unchanged. */
#define POLICY_FORMS "strict, strikes=N (1 to 1000) or lenient"
int fault_policy_parse(const char *text, struct fault_policy *policy);
/* Writes the policy into text[size >= 16]; returns its length. */
size_t fault_policy_format(const struct fault_policy *policy, char *text, size_t size);

/* Whether fault number `count` (from 1) of a seat loses the game; otherwise a default action
 * replaces the seat's. */
bool fault_policy_loses(const struct fault_policy *policy, int count);

#endif
