/* The daemon's options: a file, and after a NUL the command line, one argument a line. What is
 * refused is named in one line; what is accepted is complete. */
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "config/config.h"
#include "fuzz.h"

enum { ARGUMENTS_MAX = 40 };

static void check_config(const struct config *config)
{
    if (config->rules_count < 1 || config->rules[0].hand_count == 0 ||
        config->rules[0].side_count == 0)
        fuzz_broken("accepted without a finished ruleset");
    if (config->tables_max < 1 || config->peers_max < 1 || config->peers_per_address_max < 1 ||
        config->messages_per_second < 1 || config->games_total < 0)
        fuzz_broken("accepted with a number out of its range");
    if (config->listen_count < 1 || config->listen_count > ENDPOINT_LIST_MAX ||
        config->http_count < 0 || config->http_count > ENDPOINT_LIST_MAX ||
        config->listen_at[0].kind == ENDPOINT_NONE)
        fuzz_broken("accepted with an address that is none");
    if (config->handshake_usec < 1 || config->grace_usec < 0 || config->time.play < 0)
        fuzz_broken("accepted with a time below zero");
}

/* An argument that would print help or read some other file is not for here, shortened or not. */
static bool is_tame(const char *argument)
{
    static const char *const wild[] = {"--config", "--print-config", "--help-man", "-h"};
    size_t size = strcspn(argument, "=");

    for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
        if (strncmp(wild[i], argument, size) == 0)
            return false;
    }
    return true;
}

static int split_arguments(char *text, char **argv)
{
    char *save = NULL;
    int argc = 3;

    for (char *word = strtok_r(text, "\n", &save); word && argc < ARGUMENTS_MAX;
         word = strtok_r(NULL, "\n", &save)) {
        if (is_tame(word))
            argv[argc++] = word;
    }
    return argc;
}

/* What config_read says on standard error, caught in memory: freed by the caller. */
static int read_caught(struct config *config, int argc, char **argv, char **said)
{
    FILE *outside = stderr;
    size_t size;

    stderr = open_memstream(said, &size);
    if (!stderr)
        abort();
    int status = config_read(config, argc, argv);
    fclose(stderr);
    stderr = outside;
    return status;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = size > 0 ? memchr(data, 0, size) : NULL;
    size_t file_size = end ? (size_t)(end - data) : size;
    char path[64], *said = NULL,
                   *copy = strndup((const char *)data + file_size + (end != NULL),
                                   size - file_size - (end != NULL));
    char *argv[ARGUMENTS_MAX + 1] = {"serve", "--config", path};
    static struct config config;
    int fd = memfd_create("config", 0);

    if (fd < 0 || !copy || write(fd, data, file_size) != (ssize_t)file_size)
        abort();
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    int status = read_caught(&config, split_arguments(copy, argv), argv, &said);
    size_t length = strlen(said);
    if (status == 0) {
        if (length > 0)
            fuzz_broken("accepted with words: %s", said);
        check_config(&config);
    } else if (status != 2 || length == 0 || strchr(said, '\n') != said + length - 1) {
        fuzz_broken("status %d, not in one line: %s", status, said);
    }
    close(fd);
    free(said);
    free(copy);
    return 0;
}
