/* command_work.c - avondale ladder archive, work, workers: the queue of work from the shell. */
#include "shell/command_work.h"
#include "shell/command.h"
#include "work/bundle.h"
#include "work/work.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 64 };

static int trouble(struct command *command)
{
    return complain(command, EXIT_WORLD, "%s", work_error(command->work));
}

static int archive_put(struct command *command)
{
    char hash[WORK_HASH_DIGITS + 1], error[BUNDLE_ERROR_BYTES];
    int status = bundle_put(command->work, command->argument, hash, error);

    if (status > 1)
        return complain(command, status, "%s", error);
    if (command->json)
        return print_json(command, json_pack("{s:s,s:b}", "archive", hash, "new", status == 0));
    fprintf(command->out, "%s\n", hash);
    return EXIT_DONE;
}

static int archive_list(struct command *command)
{
    struct work_archive list[PAGE];
    const char *after = "";
    int count, status = EXIT_DONE;

    while ((count = work_archives(command->work, after, list, PAGE)) > 0) {
        for (int i = 0; i < count; i++) {
            if (command->json)
                status |=
                    print_json(command, json_pack("{s:s,s:I,s:I}", "archive", list[i].hash, "bytes",
                                                  (json_int_t)list[i].bytes, "made_msec",
                                                  (json_int_t)list[i].made_msec));
            else
                fprintf(command->out, "%s  %lld\n", list[i].hash, (long long)list[i].bytes);
        }
        after = list[count - 1].hash;
    }
    return count < 0 ? trouble(command) : status;
}

static int order_print(struct command *command, const struct work_order *order)
{
    const char *state = order->ended ? "ended" : order->open ? "open" : "waits";

    if (command->json)
        return print_json(
            command, json_pack("{s:s,s:s,s:s,s:I,s:I,s:I,s:I,s:I,s:I}", "work", order->name, "kind",
                               order->kind, "state", state, "priority", (json_int_t)order->priority,
                               "made_msec", (json_int_t)order->made_msec, "open",
                               (json_int_t)order->open, "held", (json_int_t)order->held, "done",
                               (json_int_t)order->done, "failed", (json_int_t)order->failed));
    fprintf(command->out, "%-54s %-10s %-5s  done %lld, open %lld (%lld held), given up %lld\n",
            order->name, order->kind, state, (long long)order->done, (long long)order->open,
            (long long)order->held, (long long)order->failed);
    return EXIT_DONE;
}

static int work_list(struct command *command)
{
    struct work_order list[PAGE];
    const char *after = "";
    int count, status = EXIT_DONE;

    while ((count = work_orders(command->work, after, list, PAGE)) > 0) {
        for (int i = 0; i < count; i++)
            status |= order_print(command, &list[i]);
        after = list[count - 1].name;
    }
    return count < 0 ? trouble(command) : status;
}

/* Of end and drop: whether there is such a work. */
static int work_known(struct command *command)
{
    struct work_order order;
    int status = work_find(command->work, command->argument, &order);

    if (status == 0)
        free(order.spec);
    if (status == 1)
        return complain(command, EXIT_USAGE, "no work named '%.64s'", command->argument);
    return status ? trouble(command) : EXIT_DONE;
}

static int work_end_it(struct command *command)
{
    int status = work_known(command);
    return status ? status : work_end(command->work, command->argument) ? trouble(command) : 0;
}

static int work_drop_it(struct command *command)
{
    int status = work_known(command);
    return status ? status : work_drop(command->work, command->argument) < 0 ? trouble(command) : 0;
}

static int worker_list(struct command *command)
{
    struct work_worker list[PAGE];
    const char *after = "";
    int count, status = EXIT_DONE;

    while ((count = work_workers(command->work, after, list, PAGE)) > 0) {
        for (int i = 0; i < count; i++) {
            if (command->json)
                status |=
                    print_json(command, json_pack("{s:s,s:I,s:I}", "worker", list[i].name,
                                                  "seen_msec_ago", (json_int_t)list[i].seen_msec,
                                                  "done", (json_int_t)list[i].done));
            else
                fprintf(command->out, "%-32s seen %lld s ago, %lld blocks\n", list[i].name,
                        (long long)(list[i].seen_msec / 1000), (long long)list[i].done);
        }
        after = list[count - 1].name;
    }
    return count < 0 ? trouble(command) : status;
}

static const struct verb {
    const char *name, *word; /* word "": there is none */
    const char *argument;    /* what it is called; NULL: it takes none */
    int (*run)(struct command *command);
    bool creates;
} verbs[] = {
    {"archive", "put", "PATH", archive_put, true}, {"archive", "list", NULL, archive_list, false},
    {"work", "list", NULL, work_list, false},      {"work", "end", "NAME", work_end_it, false},
    {"work", "drop", "NAME", work_drop_it, false}, {"workers", "", NULL, worker_list, false},
};
enum { VERBS = sizeof verbs / sizeof verbs[0] };

bool command_work_is(const char *name)
{
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name) == 0)
            return true;
    }
    return false;
}

static int usage(struct command *command, const char *name)
{
    char known[160] = "";

    for (int i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, name) != 0)
            continue;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s%s%s%s%s",
                 *known ? ", " : "", name, *verbs[i].word ? " " : "", verbs[i].word,
                 verbs[i].argument ? " " : "", verbs[i].argument ? verbs[i].argument : "");
    }
    return complain(command, EXIT_USAGE, "%s: expected %s", name, known);
}

int command_work(const char *url, int argc, char **argv, bool json, FILE *out, FILE *err)
{
    struct command command = {.out = out, .err = err, .json = json};
    const char *words[3] = {argv[0], "", NULL};
    const struct verb *verb = NULL;
    struct ladder_error error;
    int count = 1;

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--json") == 0)
            command.json = true;
        else if (count == 3)
            return usage(&command, argv[0]);
        else
            words[count++] = argv[i];
    }
    for (int i = 0; i < VERBS; i++) {
        if (strcmp(verbs[i].name, words[0]) == 0 && strcmp(verbs[i].word, words[1]) == 0)
            verb = &verbs[i];
    }
    command.argument = words[2];
    if (!verb || !verb->argument != !command.argument)
        return usage(&command, argv[0]);
    int status = work_open(&command.work, url, !verb->creates, NULL, &error);
    if (status)
        return complain(&command, status, "%s", error.text);
    status = verb->run(&command);
    work_close(command.work);
    if ((fflush(out) || ferror(out)) && status == EXIT_DONE)
        status = complain(&command, EXIT_WORLD, "cannot write the output: %s", strerror(errno));
    return status;
}
