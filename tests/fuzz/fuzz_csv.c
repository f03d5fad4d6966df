/* Tables of results: the first line names the columns, each further one is a result. What is taken
 * is printed and read again the same; what is refused is named in one line. */
#include <stdbool.h>
#include <string.h>

#include "log/csv.h"
#include "fuzz.h"

static void check_error(const char *error)
{
    if (!error[0] || strlen(error) > 159)
        fuzz_broken("refused with '%s'", error);
}

static void check_again(const struct ladder_result *result)
{
    char text[CSV_LINE_MAX], names[256], error[160] = "";
    struct ladder_result again;
    struct csv_head head;

    FILE *file = fmemopen(names, sizeof names, "w");
    csv_print_head(file);
    fclose(file);
    names[strcspn(names, "\n")] = 0;
    file = fmemopen(text, sizeof text, "w");
    csv_print_row(result, file);
    fclose(file);
    text[strcspn(text, "\n")] = 0;
    if (csv_read_head(names, &head, error) || csv_read_row(text, &head, 0, &again, error))
        fuzz_broken("printed but not read: %s", error);
    if (memcmp(&again.ranks, &result->ranks, sizeof again.ranks) != 0 ||
        memcmp(&again.scores, &result->scores, sizeof again.scores) != 0 ||
        strcmp(again.game, result->game) != 0 || again.wall_msec != result->wall_msec)
        fuzz_broken("came back as another result");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size + 1), *save = NULL, error[160] = "";
    struct csv_head head;

    if (!copy)
        abort();
    if (size > 0)
        memcpy(copy, data, size);
    copy[size] = 0;
    char *line = strtok_r(copy, "\n", &save);
    if (line && csv_read_head(line, &head, error)) {
        check_error(error);
    } else if (line) {
        while ((line = strtok_r(NULL, "\n", &save)) != NULL) {
            struct ladder_result result;
            error[0] = 0;
            if (csv_read_row(line, &head, 7, &result, error))
                check_error(error);
            else
                check_again(&result);
        }
    }
    free(copy);
    return 0;
}
