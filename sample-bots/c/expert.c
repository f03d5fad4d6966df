/* expert.c - imagines where the cards lie and has the solver play them out. --version 1 does
 * without table hands and slams, --version 2 is expert-2. */
#include "thinker.h"

int main(int argc, char **argv)
{
    return thinker_main(argc, argv, "expert", 0);
}
