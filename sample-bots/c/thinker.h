/* thinker.h - a bot that decides by think.h: `expert` and `expert-2`.
 *
 * --time MS (1000) is the CPU time that it takes for a hand at most; --worlds N makes every
 * decision with a fixed number of worlds instead, whatever that takes, which with --seed is the
 * same each time. */
#ifndef AVONDALE_THINKER_H
#define AVONDALE_THINKER_H

/* Runs the bot of this name with the arguments of main. `version` as in struct think; --version
 * replaces it. Returns the exit status. */
int thinker_main(int argc, char **argv, const char *name, int version);

#endif
