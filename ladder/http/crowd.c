/* crowd.c - which connections to the pages are kept. */
#include "http/crowd.h"

/* How many guests before `end` have the address of guest `of`. */
static int count_place(const struct crowd_connection *guests, int end, int of,
                       enum crowd_place place)
{
    int count = 0;

    for (int i = 0; i < end; i++)
        count += guests[i].place == place && guests[i].address == guests[of].address;
    return count;
}

/* The oldest reserved guest of the address that has the most of them. */
static int gives_way(const struct crowd_connection *guests, int end)
{
    int chosen = -1, most = 0;

    for (int i = 0; i < end; i++) {
        if (guests[i].place != CROWD_RESERVED)
            continue;
        int same = count_place(guests, end, i, CROWD_RESERVED);
        if (same > most) {
            chosen = i;
            most = same;
        }
    }
    return chosen;
}

void crowd_judge(const struct crowd_limits *limits, struct crowd_connection *guests, int count)
{
    int in = 0, reserved = 0;

    for (int i = 0; i < count; i++) {
        if (in < limits->max && count_place(guests, i, i, CROWD_IN) < limits->of_address_max) {
            guests[i].place = CROWD_IN;
            in++;
            continue;
        }
        guests[i].place = CROWD_RESERVED;
        if (++reserved > limits->reserved_max) {
            guests[gives_way(guests, i + 1)].place = CROWD_OUT;
            reserved--;
        }
    }
}

int crowd_highest(const struct crowd_connection *guests, int count)
{
    int highest = 0;

    for (int i = 0; i < count; i++) {
        int same = 0;
        for (int k = 0; k < count; k++)
            same += guests[k].address == guests[i].address;
        highest = same > highest ? same : highest;
    }
    return highest;
}
