/* fault.c - faults of bots and what follows from them. */
#include "table/fault.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *fault_name(enum fault fault)
{
#define NAME(name, word, text) word,
    static const char *const names[] = {FAULTS(NAME)};
#undef NAME
    assert(fault < FAULT_COUNT);
    return names[fault];
}

int fault_policy_parse(const char *text, struct fault_policy *policy)
{
    if (strcmp(text, "strict") == 0) {
        *policy = (struct fault_policy){.kind = FAULT_POLICY_STRICT};
        return 0;
    }
    if (strcmp(text, "lenient") == 0) {
        *policy = (struct fault_policy){.kind = FAULT_POLICY_LENIENT};
        return 0;
    }
    if (strncmp(text, "strikes=", 8) != 0 || text[8] < '1' || text[8] > '9' ||
        strlen(text + 8) > 4 || strspn(text + 8, "0123456789") != strlen(text + 8) ||
        atoi(text + 8) > 1000)
        return -1;
    *policy = (struct fault_policy){.kind = FAULT_POLICY_STRIKES, .strikes = atoi(text + 8)};
    return 0;
}

size_t fault_policy_format(const struct fault_policy *policy, char *text, size_t size)
{
    int length = 0;
    switch (policy->kind) {
    case FAULT_POLICY_STRICT:
        length = snprintf(text, size, "strict");
        break;
    case FAULT_POLICY_STRIKES:
        length = snprintf(text, size, "strikes=%d", policy->strikes);
        break;
    case FAULT_POLICY_LENIENT:
        length = snprintf(text, size, "lenient");
        break;
    }
    assert(length > 0 && (size_t)length < size);
    return (size_t)length;
}

bool fault_policy_loses(const struct fault_policy *policy, int count)
{
    assert(count >= 0);
    switch (policy->kind) {
    case FAULT_POLICY_STRICT:
        return count >= 1;
    case FAULT_POLICY_STRIKES:
        return count >= policy->strikes;
    case FAULT_POLICY_LENIENT:
        return false;
    }
    return false;
}
