/* expert-2.c - as expert, but it has learned to bid. */
#include "thinker.h"

int main(int argc, char **argv)
{
    return thinker_main(argc, argv, "expert-2", 2);
}
