/* elo.h - online Elo for games of two to six sides (ratings 1, 2). Pure arithmetic. */
#ifndef AVONDALE_LADDER_ELO
#define AVONDALE_LADDER_ELO

#include <stdint.h>

double elo_expected(double difference);

struct elo_member {
    double rating;            /* in: points, not thousandths */
    double k;                 /* in */
    double delta, rating_new; /* out */
    int64_t rating_new_milli; /* out: half away from zero */
};
struct elo_side {
    int rank;         /* 1 best; equal is a tie */
    int member_count; /* 1 .. 3 */
    struct elo_member members[3];
    double side_rating, expected, actual; /* out */
};
void elo_update(struct elo_side *sides, int side_count /* 2 .. 6 */, double floor);
double elo_k(int games_before); /* ratings 7: 40, 20 from 30 on, 10 from 300 on */

#endif
