/* engine_error.h - the error codes of the engine. */
#ifndef AVONDALE_ENGINE_ERROR_H
#define AVONDALE_ENGINE_ERROR_H

#define ENGINE_MUST_CHECK __attribute__((warn_unused_result))

/* One line a code: name, text. Functions return 0 or one of these. */
#define ENGINE_ERRORS(X)                                                                           \
    X(ENGINE_ERROR_SYNTAX, "not a word of the notation")                                           \
    X(ENGINE_ERROR_TURN, "not this seat's turn, or not this phase")                                \
    X(ENGINE_ERROR_ILLEGAL, "not a legal action here")                                             \
    X(ENGINE_ERROR_DEAL, "not a possible deal")                                                    \
    X(ENGINE_ERROR_RULESET, "not a possible ruleset")                                              \
    X(ENGINE_ERROR_SPACE, "does not fit the buffer")

#define ENGINE_ERROR_NAME(name, text) name##_INDEX,
enum engine_error_index { ENGINE_ERRORS(ENGINE_ERROR_NAME) ENGINE_ERROR_COUNT };
#undef ENGINE_ERROR_NAME
#define ENGINE_ERROR_NAME(name, text) name = -1 - name##_INDEX,
enum engine_error { ENGINE_OK = 0, ENGINE_ERRORS(ENGINE_ERROR_NAME) };
#undef ENGINE_ERROR_NAME

/* The text of an error code; "ok" for 0. Never NULL. */
const char *engine_error_text(int error);

#endif
