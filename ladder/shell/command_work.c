/* command_work.c - avondale ladder archive, work, workers: the queue of work from the shell. */
#include "shell/command.h"
#include "work/bundle.h"
#include "work/work.h"

#include <stdlib.h>
#include <string.h>

enum { PAGE = 64 };

static int trouble(struct command *command)
{
    return command_complain(command, EXIT_WORLD, "%s", work_error(command->work));
}

static int archive_put(struct command *command)
{
    char hash[WORK_HASH_DIGITS + 1], error[BUNDLE_ERROR_BYTES];
    int status = bundle_put(command->work, command->argument, hash, error);

    if (status > 0)
        return command_complain(command, status, "%s", error);
    if (command->common.json)
        return command_print_json(command,
                                  json_pack("{s:s,s:b}", "archive", hash, "new", status == 0));
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
            if (command->common.json)
                status |= command_print_json(command,
                                             json_pack("{s:s,s:I,s:I}", "archive", list[i].hash,
                                                       "bytes", (json_int_t)list[i].bytes,
                                                       "made_msec", (json_int_t)list[i].made_msec));
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

    if (command->common.json)
        return command_print_json(
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

/* For end and drop: whether there is such a work. */
static int work_known(struct command *command)
{
    struct work_order order;
    int status = work_find(command->work, command->argument, &order);

    if (status == 0)
        free(order.spec);
    if (status == WORK_NONE)
        return command_complain(command, EXIT_USAGE, "no work named '%.64s'", command->argument);
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
    return status                                                      ? status
           : work_drop(command->work, command->argument) == WORK_ERROR ? trouble(command)
                                                                       : 0;
}

static int worker_list(struct command *command)
{
    struct work_worker list[PAGE];
    const char *after = "";
    int count, status = EXIT_DONE;

    while ((count = work_workers(command->work, after, list, PAGE)) > 0) {
        for (int i = 0; i < count; i++) {
            if (command->common.json)
                status |= command_print_json(command, json_pack("{s:s,s:I,s:I}", "worker",
                                                                list[i].name, "seen_msec_ago",
                                                                (json_int_t)list[i].seen_msec,
                                                                "done", (json_int_t)list[i].done));
            else
                fprintf(command->out, "%-32s seen %lld s ago, %lld blocks\n", list[i].name,
                        (long long)(list[i].seen_msec / 1000), (long long)list[i].done);
        }
        after = list[count - 1].name;
    }
    return count < 0 ? trouble(command) : status;
}

/* The word after the name of the command, and the words that follow it. */
static const struct order {
    const char *word;
    const char *argument; /* its name in help; NULL: it takes none */
    int (*run)(struct command *command);
} archive_verbs[] = {{"put", "PATH", archive_put}, {"list", NULL, archive_list}},
  work_verbs[] = {
      {"list", NULL, work_list}, {"end", "NAME", work_end_it}, {"drop", "NAME", work_drop_it}};

static int order_run(struct command *command, const struct order *orders, int count,
                     const char *name)
{
    char known[160] = "";

    for (int i = 0; i < count; i++) {
        const struct order *order = &orders[i];
        size_t used = strlen(known);
        snprintf(known + used, sizeof known - used, "%s%s %s%s%s", used ? ", " : "", name,
                 order->word, order->argument ? " " : "", order->argument ? order->argument : "");
        if (strcmp(order->word, command->argument) != 0 ||
            command->argument_count != 1 + (order->argument != NULL))
            continue;
        command->argument = command->arguments[1];
        return order->run(command);
    }
    return command_complain(command, EXIT_USAGE, "%s: expected %s", name, known);
}

int command_archive(struct command *command)
{
    return order_run(command, archive_verbs, 2, "archive");
}

int command_work(struct command *command)
{
    return order_run(command, work_verbs, 3, "work");
}

int command_workers(struct command *command)
{
    return worker_list(command);
}
