/* env_games.h - games of an environment for training, for its tests. */
#ifndef AVONDALE_TEST_ENV_GAMES_H
#define AVONDALE_TEST_ENV_GAMES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "advice/sample.h"
#include "env/env.h"

static inline struct ruleset preset(int index)
{
    struct ruleset rules;
    const char *name = preset_name(index);
    assert_int_equal(ruleset_preset(&rules, name, strlen(name), NULL), ENGINE_OK);
    return rules;
}

static inline int choose(const struct env *env, uint64_t *random)
{
    uint8_t list[ENV_LIST_MAX];
    int count = env_list(env, list);
    assert_true(count > 0);
    return list[sample_below(random, (uint32_t)count)];
}

#endif
