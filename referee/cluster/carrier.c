/* carrier.c - see carrier.h. */
#include "cluster/carrier.h"

#include <string.h>

enum carrier_verdict carrier_look(struct carrier *carrier, const struct carrier_sight *sight,
                                  usec_t *before)
{
    enum carrier_verdict verdict = CARRIER_UNKNOWN;

    if (!sight->alive || strcmp(sight->life, carrier->life) != 0) {
        carrier->seen = false;
        return CARRIER_GONE;
    }
    if (carrier->seen && sight->asked_at < carrier->seen_at)
        return CARRIER_UNKNOWN;
    if (carrier->seen && sight->until_msec > carrier->until_msec) {
        *before = carrier->seen_at;
        verdict = CARRIER_LIVES;
    }
    carrier->seen = true;
    carrier->until_msec = sight->until_msec;
    carrier->seen_at = sight->asked_at;
    return verdict;
}
