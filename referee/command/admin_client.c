/* admin_client.c - avondale admin: sends a command to a running daemon over its socket. */
#include "daemon/admin.h"
#include "command/command.h"
#include "base/options.h"
#include "ladder.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum { COLUMNS_MAX = 16, ANSWER_SEC = 10, ANSWER_BYTES_MAX = 64 << 20 };

struct admin_client {
    const char *path;
    bool json;
};

static const struct option_row rows[] = {
    {OPTION_TEXT("socket", "PATH", admin_client, path, "avondale.db.admin",
                 "the socket of the daemon: STORE.admin, or what serve --admin says")},
    {OPTION_FLAG("json", admin_client, json, "the answer as JSON")},
};
static const struct option_part part = OPTION_PART(NULL, rows);

/* The commands come from their own table. */
static void print_commands(FILE *out, bool manual)
{
    const char *text;
    char term[40];

    option_print_title(out, manual, "Commands");
    for (int i = 0; (text = admin_command_help(i, term, sizeof term)); i++)
        option_print_term(out, manual, term, text);
}

const struct option_table admin_options = {
    .command = "admin",
    .synopsis = "[OPTION...] COMMAND",
    .does = "Shows and controls a running daemon.",
    .parts = {{&part, 0}},
    .operands = "a command",
    .operands_min = 1,
    .operands_max = INT_MAX,
    .print_more = print_commands,
};

/* ------------------------------------------------------------------------------------ the socket
 */

static int no_daemon(const char *path, const char *why)
{
    char shown[200];
    log_escape(path, shown, sizeof shown);
    options_bad(&admin_options, "no daemon answers at %s: %s", shown, why);
    return 3;
}

static int open_socket(const char *path, int *out)
{
    struct endpoint at = {.kind = ENDPOINT_UNIX};
    const struct timeval wait = {.tv_sec = ANSWER_SEC};

    if (strlen(path) < 1 || strlen(path) >= sizeof at.path)
        return options_bad(&admin_options, "--socket: expected a path of 1 to %zu bytes",
                           sizeof at.path - 1);
    memcpy(at.path, path, strlen(path) + 1);
    int fd = endpoint_socket_dial(&at);
    if (fd < 0)
        return no_daemon(path, strerror(errno));
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    *out = fd;
    return 0;
}

/* Reads the whole answer, to be freed; NULL if it did not come. */
static char *ask(int fd, const char *line)
{
    size_t have = 0, capacity = 4096;
    char *text = NULL;

    if (send(fd, line, strlen(line), MSG_NOSIGNAL) != (ssize_t)strlen(line))
        return NULL;
    for (;;) {
        if (!text || have + 1 == capacity) {
            char *more = capacity < ANSWER_BYTES_MAX ? realloc(text, capacity *= 2) : NULL;
            if (!more)
                break;
            text = more;
        }
        ssize_t got = recv(fd, text + have, capacity - have - 1, 0);
        if (got == 0) {
            text[have] = 0;
            return text;
        }
        if (got < 0 && errno != EINTR)
            break;
        have += got > 0 ? (size_t)got : 0;
    }
    free(text);
    return NULL;
}

/* --------------------------------------------------------------------------------- as plain text
 */

static void format_value(const json_t *value, char *out, size_t size)
{
    char text[600] = "-";

    if (json_is_string(value))
        snprintf(text, sizeof text, "%s", json_string_value(value));
    else if (json_is_integer(value))
        snprintf(text, sizeof text, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
    else if (json_is_boolean(value))
        snprintf(text, sizeof text, "%s", json_is_true(value) ? "yes" : "no");
    log_escape(text, out, size);
    if (json_is_array(value)) {
        size_t index, used = 0;
        const json_t *item;
        out[0] = 0;
        json_array_foreach(value, index, item)
        {
            char one[80];
            format_value(item, one, sizeof one);
            used = strlen(out);
            snprintf(out + used, size - used, "%s%s", used ? "," : "", one);
        }
    }
}

/* Rows of one kind: one column for each key, as wide as its widest value. */
static void print_rows(const json_t *list)
{
    int widths[COLUMNS_MAX] = {0};
    const char *key;
    json_t *row, *value;
    size_t index;
    char text[1200];

    for (int pass = 0; pass < 3;
         pass++) { /* width of keys and values; prints keys; prints values */
        json_array_foreach(list, index, row)
        {
            int column = 0;
            if (pass == 1 && index > 0)
                break;
            json_object_foreach(row, key, value)
            {
                format_value(value, text, sizeof text);
                const char *shown = pass == 1 ? key : text;
                if (column == COLUMNS_MAX)
                    break;
                int width =
                    (int)strlen(shown) > (int)strlen(key) ? (int)strlen(shown) : (int)strlen(key);
                if (pass == 0)
                    widths[column] = width > widths[column] ? width : widths[column];
                else if (column + 1 == (int)json_object_size(row))
                    printf("%s\n", shown);
                else
                    printf("%-*s  ", widths[column], shown);
                column++;
            }
        }
    }
}

static void print_text(const json_t *result)
{
    const char *key;
    json_t *value;
    char text[1200];

    if (json_is_array(result)) {
        if (json_array_size(result) == 0)
            puts("none");
        print_rows(result);
    } else if (json_is_object(result)) {
        json_object_foreach((json_t *)result, key, value)
        {
            format_value(value, text, sizeof text);
            printf("%-15s %s\n", key, text);
        }
    } else {
        format_value(result, text, sizeof text);
        puts(text);
    }
}

static int print(const struct admin_client *client, const char *answer)
{
    json_t *json = answer ? json_loads(answer, 0, NULL) : NULL;
    const json_t *result = json_object_get(json, "result"), *error = json_object_get(json, "error");
    int status = (int)json_integer_value(json_object_get(json, "status"));
    char text[ADMIN_WHY_BYTES];

    if (result && client->json) {
        json_dumpf(result, stdout, JSON_INDENT(2) | JSON_ENCODE_ANY);
        putchar('\n');
    } else if (result) {
        print_text(result);
    } else if (json_is_string(error)) {
        format_value(error, text, sizeof text);
        options_bad(&admin_options, "%s", text);
    } else {
        status = no_daemon(client->path, "its answer did not come, or is none");
    }
    json_decref(json);
    return fflush(stdout) ? 3 : status;
}

/* ------------------------------------------------------------------------------------- the whole
 */

/* The words as one line; if they are too long the daemon's own check refuses them. */
static int make_line(int argc, char **argv, char line[ADMIN_LINE_BYTES_MAX + 2])
{
    size_t used = 0;

    for (int i = 0; i < argc; i++) {
        size_t size = strlen(argv[i]);
        if (size == 0 || strpbrk(argv[i], " \n"))
            return options_bad(&admin_options,
                               "expected words without spaces; see avondale admin --help");
        if (used + size + 1 > ADMIN_LINE_BYTES_MAX)
            return options_bad(&admin_options, "expected at most %d bytes", ADMIN_LINE_BYTES_MAX);
        used += (size_t)sprintf(line + used, "%s%s", i ? " " : "", argv[i]);
    }
    memcpy(line + used, "\n", 2);
    return 0;
}

int admin_client_main(int argc, char **argv)
{
    struct admin_client client = {.path = NULL};
    char line[ADMIN_LINE_BYTES_MAX + 2], *answer;
    int first = 0, fd = -1, status;

    status = options_take(&admin_options, &client, argc, argv, &first);
    if (status == 0)
        status = make_line(argc - first, argv + first, line);
    if (status == 0)
        status = open_socket(client.path, &fd);
    if (status == 0) {
        answer = ask(fd, line);
        status = print(&client, answer);
        free(answer);
    }
    if (fd >= 0)
        close(fd);
    return status;
}
