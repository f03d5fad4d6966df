/* Whatever readers make of a line that may be a record: printed for people, as a row of a table, as
 * a deal. No byte of it reaches a terminal as more than text, a row is one line, and a deal that is
 * taken is possible. */
#include <stdbool.h>
#include <string.h>

#include "fuzz.h"
#include "protocol.h"
#include "record/record_csv.h"
#include "record/show.h"

enum { OUT_MAX = 1 << 18 };

static char out[OUT_MAX];

static size_t printed(FILE *file)
{
    long size = ftell(file);
    if (size < 0 || fclose(file))
        fuzz_broken("cannot write to memory");
    return (size_t)size < OUT_MAX ? (size_t)size : OUT_MAX - 1;
}

static void check_show(const char *line, size_t size)
{
    const struct show_style style = {.ascii = true};
    FILE *file = fmemopen(out, sizeof out, "w");

    show_record(line, size, &style, file);
    size_t got = printed(file);
    for (size_t i = 0; i < got; i++) {
        if ((out[i] < ' ' || out[i] > '~') && out[i] != '\n')
            fuzz_broken("show prints the byte %d", out[i]);
    }
}

static void check_row(const char *line, size_t size)
{
    char error[160] = "";
    FILE *file = fmemopen(out, sizeof out, "w");
    int status = record_csv_print(line, size, file, error);
    size_t got = printed(file);

    if (status ? got != 0 || !error[0] : got == 0 || out[got - 1] != '\n')
        fuzz_broken("status %d, %zu bytes, '%s'", status, got, error);
    if (got > 0 && memchr(out, '\n', got - 1))
        fuzz_broken("a row of several lines");
}

enum { RULESETS = 4 };

/* One of each shape of deal, parsed once. */
static const struct ruleset *rulesets(void)
{
    static const char *const names[RULESETS] = {"wikipedia", "two-handed-draft", "two-handed-draw",
                                                "five-handed"};
    static struct ruleset rules[RULESETS];
    static bool parsed;
    struct ruleset_error error;

    for (int i = 0; !parsed && i < RULESETS; i++) {
        if (ruleset_parse(&rules[i], names[i], NULL, 0, &error))
            fuzz_broken("a preset is refused: %s", error.text);
    }
    parsed = true;
    return rules;
}

static void check_deal(const char *line, size_t size)
{
    for (int i = 0; i < RULESETS; i++) {
        const struct ruleset *rules = &rulesets()[i];
        struct deal deal;
        seat_t dealer;
        char error[160] = "";
        int status = record_deal_parse(line, size, rules, &deal, &dealer, error);
        if (status && !error[0])
            fuzz_broken("refused without a message");
        if (!status &&
            (deck_check_deal(&deal, rules) || (dealer != SEAT_NONE && dealer >= rules->players)))
            fuzz_broken("taken, but not possible");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = size > 0 ? (const char *)data : "";

    check_show(line, size);
    check_row(line, size);
    check_deal(line, size);
    return 0;
}
