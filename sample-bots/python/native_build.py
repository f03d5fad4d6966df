"""Builds avondale._native: the rules of the game, compiled from the engine's sources.

    python3 native_build.py DIR        puts the whole package into DIR, for PYTHONPATH=DIR
    pip wheel --no-build-isolation .   builds a wheel

Wants a C compiler, and Debian's python3-cffi, python3-setuptools and python3-dev; no network.
"""

import glob
import os
import shutil
import sys
import tempfile

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = os.path.normpath(os.path.join(HERE, "..", "..", "engine"))

ffi = cffi.FFI()
ffi.cdef("""
    enum { ENV_CALL_FIRST, ENV_CARD_FIRST, ENV_JOKER_FIRST, ENV_WORD_FIRST, ENV_ACTIONS, ENV_LIST_MAX, ... };
    enum { PHASE_COUNT, ... };
    enum { OPTION_TEXT_MAX, ... };
    enum engine_error { ENGINE_ERROR_SPACE, ... };
    enum { ADVICE_WHY_MAX, ADVICE_WORLDS_MAX, ... };
    struct ruleset { uint8_t players, hand_count, side_count; uint8_t side_of[6];
                     int16_t target, floor, trick_points, slam_bonus, call_value[40]; uint8_t call_rank[40]; uint64_t calls_over[40];
                     uint64_t calls_from_seven, calls_from_eight; ...; };
    struct ruleset_error { char text[256]; };
    int preset_count(void);
    const char *preset_name(int index);
    const char *preset_summary(int index);
    int ruleset_parse(struct ruleset *rules, const char *preset, const char *const *words, int word_count,
                      struct ruleset_error *error);
    int option_count(void);
    const char *option_name(int index);
    size_t option_format(const struct ruleset *rules, int option, char *text);
    const char *engine_error_text(int error);
    const char *game_phase_name(int phase);
    const char *game_reason_name(int reason);

    struct contract { uint8_t call, by, partner, slam; ...; };
    struct hand_result { uint8_t outcome, dealer; struct contract contract; uint8_t tricks[6];
                         int32_t delta[6], scores[6]; ...; };
    struct game { uint8_t phase, turn, dealer, trick, reason, winners; int32_t scores[6];
                  struct contract contract; struct hand_result last; ...; };
    struct env { struct game game; uint64_t random; uint8_t owes; ...; };
    struct env_field { const char *name; const char *meaning; int offset, rows, width; };
    struct env_out { int8_t *observation; uint8_t *mask, *list, *count, *seat, *done; float *reward; };
    struct deal { ...; };

    void env_reset(struct env *env, const struct ruleset *rules, int episode, uint64_t seed);
    void env_reset_given(struct env *env, const struct ruleset *rules, uint8_t dealer);
    void env_next(struct env *env, const struct ruleset *rules);
    int env_step(struct env *env, const struct ruleset *rules, int action, struct hand_result *hand);
    int env_deal(struct env *env, const struct ruleset *rules, const struct deal *deal);
    int env_list(const struct env *env, uint8_t *list);
    void env_mask(const struct env *env, uint8_t *mask);
    size_t env_action_format(int number, char *text);
    int env_observe_field_count(void);
    void env_observe_field(const struct ruleset *rules, int index, struct env_field *field);
    int env_observe_size(const struct ruleset *rules);
    void env_observe(const struct env *env, const struct ruleset *rules, uint8_t seat, int8_t *bytes);
    void env_batch_reset(struct env *envs, int n, const struct ruleset *rules, int episode, uint64_t seed,
                         const struct env_out *out);
    int env_batch_step(struct env *envs, int n, const struct ruleset *rules, const int32_t *actions, int reward,
                       const struct env_out *out);

    struct native_rows { int8_t *observation; uint8_t *mask; int16_t *action; uint8_t *seat; int room; };
    int native_deal(struct deal *deal, const struct ruleset *rules, const uint8_t *cards, int count);
    int native_hand(struct env *env, const struct ruleset *rules, const char *actions,
                    const struct native_rows *rows);
    int native_solve(const struct env *env, const struct ruleset *rules, void *memory, size_t bytes,
                     uint64_t budget, int8_t *values);
    size_t native_advise_bytes(int by);
    int native_advise(const struct env *env, const struct ruleset *rules, int by, int worlds, uint64_t seed,
                      void *memory, uint8_t *numbers, char *why);
    bool native_gains(const struct env *env, const struct ruleset *rules, double *gains);
    int native_worlds(const struct env *env, const struct ruleset *rules, int seat, int count, int candidates,
                      uint64_t seed, uint8_t *holders);
    int native_contracts(const struct env *envs, int n, const struct ruleset *rules, const uint8_t *calls, int count,
                         int8_t *tricks);
    void native_hands(const struct env *envs, int n, const struct ruleset *rules, uint8_t *cards);
    void native_worth(const struct env *envs, int n, const struct ruleset *rules, int16_t *worth, uint8_t *low);
    void native_basic(const struct env *envs, int n, const struct ruleset *rules, int32_t *actions);
""")


def _sources() -> list:
    """The C files of the engine, and the package's own."""
    rooms = [ENGINE, *(os.path.join(ENGINE, room) for room in ("solve", "advice", "env"))]
    found = [path for room in rooms for path in sorted(glob.glob(os.path.join(room, "*.c")))]
    return [*found, *sorted(glob.glob(os.path.join(HERE, "native", "*.c")))]


def _describe(sources: list) -> None:
    ffi.set_source(
        "avondale._native",
        '#include "env/env.h"\n#include "native/native.h"\n',
        sources=sources,
        include_dirs=[HERE, ENGINE, *(os.path.join(ENGINE, room) for room in ("advice", "common"))],
        libraries=["m"],
        extra_compile_args=["-std=gnu11", "-O3", "-fvisibility=hidden"],
    )


def _build_into(target: str) -> None:
    """Copies the package and compiles into the copy; the source tree stays as it is."""
    package = os.path.join(target, "avondale")
    shutil.rmtree(package, ignore_errors=True)
    shutil.copytree(os.path.join(HERE, "avondale"), package, ignore=shutil.ignore_patterns("__pycache__", "_native*"))
    for program in ("speed.py", "test_training.py", "train_bidder.py", "train_expert.py"):  # beside the package that they import
        shutil.copy(os.path.join(HERE, program), target)
    _describe(_sources())
    with tempfile.TemporaryDirectory() as scratch:
        made = ffi.compile(tmpdir=scratch, verbose=bool(os.environ.get("V")))
        shutil.copy(made, package)


if __name__ != "__main__":
    _describe([os.path.relpath(path, HERE) for path in _sources()])
elif len(sys.argv) == 2:
    _build_into(sys.argv[1])
else:
    sys.exit("usage: native_build.py DIR: the package is put into DIR/avondale")
