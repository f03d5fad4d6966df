/* A line of a record file. A replay ends with a verdict: no record, or a number of differences,
 * each with its own sentence; and a stricter reading finds no fewer. */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "protocol.h"

static void count_report(void *context, const char *text)
{
    int *reports = context;
    ++*reports;
    if (*text == 0)
        fuzz_broken("a difference without a message");
    for (const char *at = text; *at; at++) {
        if (*at < ' ' || *at > '~')
            fuzz_broken("a difference with a byte %d in it", *at);
    }
}

static int replay(const char *line, size_t size, bool strict, bool all)
{
    int reports = 0;
    struct replay replay = {
        .report = count_report, .context = &reports, .strict = strict, .all = all};
    int differences = replay_run(line, size, &replay);

    if (differences == PROTOCOL_ERROR_MEMORY)
        fuzz_broken("out of memory");
    if (differences < 0 && differences != PROTOCOL_ERROR_RECORD)
        fuzz_broken("a verdict of %d", differences);
    if (differences > 0 && reports == 0)
        fuzz_broken("%d differences, none told", differences);
    if (differences == 0 && reports > 0)
        fuzz_broken("no difference, but %d told", reports);
    if (!all && reports > 1)
        fuzz_broken("%d reports where one was asked for", reports);
    if (replay.hands < 0 || replay.steps < 0)
        fuzz_broken("%d hands, %d steps", replay.hands, replay.steps);
    return differences;
}

/* ------------------------------------------------------------------------------- mutations
 * Bytes changed at random are seldom JSON any more. Half of the inputs are made by moving whole
 * values about instead: what comes out is a record, and a wrong one. */

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed);
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t size_max);

enum { VALUES_MAX = 4096 };

struct span {
    size_t at, size;
};

/* The strings, numbers and words of a text, and the lists of those without a list in them. */
static int find_values(const uint8_t *data, size_t size, struct span *values)
{
    size_t opened = size;
    int count = 0;

    for (size_t at = 0; at < size && count < VALUES_MAX - 1;) {
        size_t begin = at++;
        if (data[begin] == '[' || data[begin] == '{') {
            opened = begin;
        } else if (data[begin] == ']' || data[begin] == '}') {
            if (opened < begin)
                values[count++] = (struct span){opened, at - opened};
            opened = size;
        } else if (data[begin] == '"') {
            while (at < size && data[at] != '"')
                at += data[at] == '\\' ? 2 : 1;
            at = at < size ? at + 1 : size;
            values[count++] = (struct span){begin, at - begin};
        } else if (!strchr(" ,:", data[begin]) && data[begin]) {
            while (at < size && data[at] && !strchr(" ,:[]{}\"", data[at]))
                at++;
            values[count++] = (struct span){begin, at - begin};
        }
    }
    return count;
}

/* Replaces one value by a copy of another. */
static size_t move_value(uint8_t *data, size_t size, size_t size_max, struct span from,
                         struct span to)
{
    uint8_t *copy = malloc(from.size);
    size_t made = size - to.size + from.size;

    if (copy && made <= size_max) {
        memcpy(copy, data + from.at, from.size);
        memmove(data + to.at + from.size, data + to.at + to.size, size - to.at - to.size);
        memcpy(data + to.at, copy, from.size);
        size = made;
    }
    free(copy);
    return size;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t size_max, unsigned seed)
{
    static struct span values[VALUES_MAX];
    int count = seed & 1 ? find_values(data, size, values) : 0;

    if (count == 0)
        return LLVMFuzzerMutate(data, size, size_max);
    struct span from = values[(seed >> 1) % (unsigned)count];
    struct span to = values[seed * 2654435761u % (unsigned)count];
    return move_value(data, size, size_max, from, to);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data;
    int plain = replay(line, size, false, false);
    int strict = replay(line, size, true, false);
    int all = replay(line, size, true, true);

    if ((strict == 0 && plain != 0) || (all == 0) != (strict == 0))
        fuzz_broken("%d differences, strict %d, all %d", plain, strict, all);
    return 0;
}
