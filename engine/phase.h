/* phase.h - shared by the files of the phase machine. Private to the engine. */
#ifndef AVONDALE_PHASE_H
#define AVONDALE_PHASE_H

#include "engine.h"

/* What follows a decision before or in the auction, or in the exchange. game.c alone acts on it, so
 * that auction and exchange know neither the game nor each other. */
enum phase_next {
    PHASE_NEXT_TURN,       /* the same part of the hand continues; game->phase and turn are set */
    PHASE_NEXT_AUCTION,    /* the auction begins */
    PHASE_NEXT_CONTRACT,   /* game->contract is settled; the exchange begins */
    PHASE_NEXT_PASSED_OUT, /* no seat made a call that can win */
    PHASE_NEXT_PLAY,       /* the contractor leads */
};

/* Kept out of line, so that the most frequent path saves no registers for it. */
#define COLD __attribute__((noinline))

#endif
