/* test_config.c - the options of the daemon. The table is read from the output of
 * --print-config, so an option that is added is tested too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* cmocka.h needs the first four headers above. */
#include <cmocka.h>

#include "config/config.h"

enum { TEXT_MAX = 16384, OPTIONS_MAX = 96, ARGUMENTS_MAX = 2 * OPTIONS_MAX };

/* The outcome of one reading. */
struct reading {
    int status;
    struct config config;
    char out[TEXT_MAX], err[TEXT_MAX];
};

static void slurp(FILE *file, char text[TEXT_MAX])
{
    rewind(file);
    size_t size = fread(text, 1, TEXT_MAX - 1, file);
    text[size] = 0;
    fclose(file);
}

static void redirect(int fd, int to)
{
    fflush(NULL);
    assert_true(dup2(to, fd) >= 0);
}

static struct reading *read_arguments(int count, const char *const *arguments)
{
    static struct reading reading;
    char *argv[ARGUMENTS_MAX + 2] = {(char *)(uintptr_t) "serve"};
    FILE *out = tmpfile(), *err = tmpfile();
    int saved[2] = {dup(1), dup(2)};

    assert_true(out && err && count <= ARGUMENTS_MAX);
    for (int i = 0; i < count; i++)
        argv[i + 1] = (char *)(uintptr_t)arguments[i];
    memset(&reading, 0, sizeof reading);
    redirect(1, fileno(out));
    redirect(2, fileno(err));
    reading.status = config_read(&reading.config, count + 1, argv);
    redirect(1, saved[0]);
    redirect(2, saved[1]);
    close(saved[0]);
    close(saved[1]);
    slurp(out, reading.out);
    slurp(err, reading.err);
    return &reading;
}

static struct reading *read_one(const char *argument)
{
    return read_arguments(1, &argument);
}

/* Every option with its default, from --print-config. */
struct option {
    char name[64], standard[256];
};
static struct option options[OPTIONS_MAX];
static int option_number;

static int read_options(void **state)
{
    char *save = NULL, *text = read_one("--print-config")->out;
    (void)state;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        char *equals = strstr(line, " = ");
        if (line[0] != ';' || line[1] == ' ' || !equals)
            continue;
        assert_true(option_number < OPTIONS_MAX);
        snprintf(options[option_number].name, sizeof options[0].name, "%.*s",
                 (int)(equals - line - 1), line + 1);
        snprintf(options[option_number++].standard, sizeof options[0].standard, "%s", equals + 3);
    }
    return 0;
}

/* Expects status 2 and one line that holds the words. */
static void assert_refused(const struct reading *reading, const char *word, const char *allowed)
{
    const char *line = reading->err;
    if (reading->status != 2 || !strstr(line, word) || !strstr(line, allowed))
        fail_msg("status %d, expected a line with '%s' and '%s': %s", reading->status, word,
                 allowed, line);
    assert_true(strncmp(line, "avondale serve: ", 16) == 0);
    assert_ptr_equal(strchr(line, '\n'), line + strlen(line) - 1);
    for (const char *c = line; c[1]; c++)
        assert_true((unsigned char)*c >= ' ');
    assert_string_equal(reading->out, "");
}

static void defaults_are_taken_one_by_one(void **state)
{
    struct config standard = read_arguments(0, NULL)->config;
    (void)state;
    assert_true(option_number > 10);
    for (int i = 0; i < option_number; i++) {
        char text[400];
        snprintf(text, sizeof text, "--%.60s=%.250s", options[i].name, options[i].standard);
        const struct reading *reading = read_one(text);
        if (reading->status != 0)
            fail_msg("%s: %s", text, reading->err);
        assert_string_equal(reading->err, "");
        assert_memory_equal(&reading->config, &standard, sizeof standard);
    }
}

static void name_and_value_may_be_two_words(void **state)
{
    const char *const arguments[] = {"--peers-max", "7", "--verbose", "--policy", "lenient"};
    const struct reading *reading = read_arguments(5, arguments);
    (void)state;
    assert_int_equal(reading->status, 0);
    assert_int_equal(reading->config.peers_max, 7);
    assert_int_equal(reading->config.verbose, 1);
    assert_int_equal(reading->config.policy.kind, FAULT_POLICY_LENIENT);
}

static void help_names_every_option(void **state)
{
    const struct reading *reading = read_one("--help");
    (void)state;
    assert_int_equal(reading->status, CONFIG_DONE);
    assert_string_equal(reading->err, "");
    for (int i = 0; i < option_number; i++) {
        char text[80];
        snprintf(text, sizeof text, "\n  --%s ", options[i].name);
        if (!strstr(reading->out, text))
            fail_msg("--help does not name --%s", options[i].name);
    }
}

/* ---------------------------------------------------------------------------------- bad values */

static const struct {
    const char *name, *value, *word, *allowed;
} bad_values[] = {
    {"bots-per-owner", "x", "bots-per-owner=x", ""},
    {"submit-mb", "65", "submit-mb=65", ""},
    {"submits-per-day", "0", "submits-per-day=0", ""},
    {"submit-store-mb", "0", "submit-store-mb=0", ""},
    {"game-log-mb", "-1", "game-log-mb=-1", ""},
    {"game-log-days", "0", "game-log-days=0", ""},
    {"keep-records", "x", "keep-records=x", "all, or a number of days (1d to 36500d)"},
    {"drop-unarchived", "2", "drop-unarchived=2", ""},
    {"listen", "x", "listen=x", "ADDRESS:PORT"},
    {"listen", ":5500", "listen=:5500", "ADDRESS:PORT"},
    {"listen", "127.0.0.1:", "listen", "ADDRESS:PORT"},
    {"listen", "127.0.0.1:65536", "listen", "ADDRESS:PORT"},
    {"listen", "127.0.0.1:-1", "listen", "ADDRESS:PORT"},
    {"listen", "127.0.0.1:99999999999999999999", "listen", "ADDRESS:PORT"},
    {"http", "on", "http=on", "or off"},
    {"http", "", "http=", "or off"},
    {"store", "postgres:x", "store=postgres:x", "database"},
    {"store", "", "store=", "database"},
    {"store", "pq://ann:hunter2@host/db", "store=...", "database"},
    {"ruleset", "nosuch", "nosuch", "wikipedia"},
    {"ruleset", "wikipedia,nosuch", "nosuch", "wikipedia"},
    {"ruleset", "wikipedia,", "preset=", "wikipedia"},
    {"ruleset", "american,wikipedia,american", "ruleset=american", "each preset once"},
    {"option", "nosuch=1", "nosuch", ""},
    {"option", "target=7", "target=7", "multiple of 10"},
    {"option", "players=4\nteams=solo", "option=players=4\\x0ateams", "K=V"},
    {"time", "soon", "--time 'soon'", "milliseconds"},
    {"policy", "strikes=0", "policy=strikes=0", "strict, strikes=N, lenient"},
    {"register", "closed", "register=closed", "open"},
    {"tables-max", "0", "tables-max=0", "1 to 100000"},
    {"loops", "0", "loops=0", "1 to 64"},
    {"loops", "65", "loops=65", "1 to 64"},
    {"tables-max", "100001", "tables-max=100001", "1 to 100000"},
    {"tables-max", "99999999999999999999", "tables-max=", "1 to 100000"},
    {"peers-max", "x", "peers-max=x", "1 to 100000"},
    {"peers-per-address-max", "1x", "peers-per-address-max=1x", "1 to 100000"},
    {"messages-per-second", "", "messages-per-second=", "1 to 1000000"},
    {"handshake-ms", " 5", "handshake-ms= 5", "1 to 600000"},
    {"grace-ms", "-1", "grace-ms=-1", "0 to 600000"},
    {"games-total", "+1", "games-total=+1", "0 to 1000000000"},
    {"tls-cert", "alone.pem", "--tls-cert", "go together"},
    {"tls-key", "alone.pem", "--tls-key", "go together"},
    {"tls-self-signed", "yes", "tls-self-signed=yes", "0 to 1"},
    {"http-tls", "1", "--http-tls", "--tls-self-signed"},
    {"http-tls", "2", "http-tls=2", "0 to 1"},
    {"http-cors", "a.example", "http-cors=a.example", "one origin"},
    {"http-cors", "https://", "http-cors=https://", "one origin"},
    {"http-cors", "https://a.example/path", "http-cors=https://a.example/path", "one origin"},
    {"http-cors", "https://a b", "http-cors=https://a b", "one origin"},
    {"plain-remote", "2", "plain-remote=2", "0 to 1"},
    {"hints", "maybe", "hints=maybe", "0 to 1"},
    {"chat", "loud", "chat=loud", "none, preset (phrases) or text"},
    {"verbose", "2", "verbose=2", "0 to 1"},
    {"log-level", "loud", "log-level=loud", "error, warn, info or debug"},
    {"handshakes-max", "0", "handshakes-max=0", "1 to 100000"},
    {"node", ".hidden", "node=.hidden", "its name"},
    {"node", "east/west", "node=east/west", "its name"},
    {"node-address", "10.0.0.1:5500", "node-address=10.0.0.1:5500", "ADDRESS:PORT"},
    {"http-per-address-max", "65", "http-per-address-max=65", "1 to 64"},
    {"house-bots", "/x/y", "house-bots=/x/y", "up to 4 sample bots"},
    {"house-seats-max", "0", "house-seats-max=0", "1 to 1000"},
    {"house-seats-per-address-max", "1001", "house-seats-per-address-max=1001", "1 to 1000"},
    {"departures-per-minute", "0", "departures-per-minute=0", "1 to 1000000"},
    {"handshakes-per-address-max", "0", "handshakes-per-address-max=0", "1 to 100000"},
    {"invitations-per-address-max", "0", "invitations-per-address-max=0", "1 to 1024"},
    {"table-ms-max", "86400001", "table-ms-max=86400001", "0 to 86400000"},
    {"invitations-per-owner-max", "1025", "invitations-per-owner-max=1025", "1 to 1024"},
    {"names-per-minute", "0", "names-per-minute=0", "1 to 1000000"},
    {"guard", "2", "guard=2", "0 to 1"},
    {"owner-by-address", "yes", "owner-by-address=yes", "0 to 1"},
    {"resume-budget", "3601", "resume-budget=3601", "0 to 3600"},
    {"admin",
     "/long-long-long-long-long-long-long-long-long-long-long-long-long-long-long-long/"
     "long-long-long-long-long-long-long",
     "admin=/long", "the socket"},
    {"live-delay", "soon", "live-delay=soon", "hand"},
    {"live-delay", "600001", "live-delay=600001", "up to 600000"},
    {"event", "x at=never", "event: at=never", "a time like 2026-12-01T20:00"},
    {"event", "<b> at=2090-01-01T00:00", "event: name '<b>'", "1 to 18"},
    {"host-jobs", "65", "host-jobs=65", "0 to 64"},
    {"host-unsafe", "2", "host-unsafe=2", "0 to 1"},
    {"webhook", "http://h/", "webhook: expected", "--webhook-secret-file"},
    {"event-play", "there", "event-play=there", "here, workers or off"},
    {"tournaments", "/nothing/here", "tournaments=/nothing/here", "a directory"},
    {"watchers-max", "49", "watchers-max=49", "0 to 48"},
    {"watchers-per-table-max", "0", "watchers-per-table-max=0", "1 to 48"},
    {"verbose", "1\n2\x1b[2J", "verbose=1\\x0a2\\x1b[2J", "0 to 1"},
};
enum { BAD_VALUES = sizeof bad_values / sizeof bad_values[0] };

static void a_bad_value_names_its_option(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_VALUES; i++) {
        char text[400];
        snprintf(text, sizeof text, "--%s=%s", bad_values[i].name, bad_values[i].value);
        assert_refused(read_one(text), bad_values[i].word, bad_values[i].allowed);
    }
}

/* A text that is too long is refused, not truncated, and not printed in full; numbers too. */
static void every_option_refuses_overlong_values(void **state)
{
    static char text[6000];
    (void)state;
    for (int i = 0; i < option_number; i++) {
        int size = snprintf(text, sizeof text, "--%s=", options[i].name);
        memset(text + size, '7', sizeof text - 1 - (size_t)size);
        const struct reading *reading = read_one(text);
        assert_refused(reading, options[i].name, "expected");
        if (strlen(reading->err) >= 400)
            fail_msg("--%s: %s", options[i].name, reading->err);
    }
}

/* All except the free texts have a bad value above. */
static void every_option_has_a_bad_value(void **state)
{
    (void)state;
    for (int i = 0; i < option_number; i++) {
        int found =
            strcmp(options[i].name, "port-file") == 0 || strcmp(options[i].name, "log") == 0 ||
            strcmp(options[i].name, "event-key") == 0 || strcmp(options[i].name, "journal") == 0 ||
            strcmp(options[i].name, "host-cache") == 0 ||
            strcmp(options[i].name, "webhook-secret-file") == 0;
        for (int j = 0; j < BAD_VALUES; j++)
            found += strcmp(bad_values[j].name, options[i].name) == 0;
        if (!found)
            fail_msg("no bad value of --%s is tested here", options[i].name);
    }
}

static void bad_arguments_are_named(void **state)
{
    const char *const missing[] = {"--peers-max"};
    (void)state;
    assert_refused(read_one("--nosuch=1"), "--nosuch: no such option", "--help");
    assert_refused(read_one("peers-max"), "'peers-max'", "--help");
    assert_refused(read_one("--a\nb"), "--a\\x0ab", "no such option");
    assert_refused(read_one("\x1b]0;x"), "'\\x1b]0;x'", "--help");
    assert_refused(read_one(""), "''", "--help");
    assert_refused(read_arguments(1, missing), "--peers-max: expected a value", "connections");
    assert_refused(read_one("--config=/nonexistent/file"), "/nonexistent/file", "No such file");
}

/* ------------------------------------------------------------------------------------- rulesets */

static void options_add_up(void **state)
{
    const char *const arguments[] = {"--option", "target=1000", "--ruleset=australian",
                                     "--option=misere_hands=both"};
    const struct reading *reading = read_arguments(4, arguments);
    (void)state;
    assert_int_equal(reading->status, 0);
    assert_int_equal(reading->config.rules[0].target, 1000);
    assert_int_equal(reading->config.rules[0].misere_hands, MISERE_HANDS_BOTH);
    assert_string_equal(preset_name(reading->config.rules[0].preset), "australian");
}

static void presets_are_listed(void **state)
{
    const char *const arguments[] = {"--ruleset", "wikipedia,two-handed-dead,american",
                                     "--option=target=1000"};
    const struct reading *reading = read_arguments(3, arguments);
    (void)state;
    assert_int_equal(reading->status, 0);
    assert_int_equal(reading->config.rules_count, 3);
    assert_string_equal(preset_name(reading->config.rules[1].preset), "two-handed-dead");
    assert_string_equal(preset_name(reading->config.rules[2].preset), "american");
    for (int i = 0; i < 3; i++)
        assert_int_equal(reading->config.rules[i].target, 1000);
}

/* ---------------------------------------------------------------------------------------- files */

static const char *write_file(const char *text)
{
    static char name[64];
    snprintf(name, sizeof name, "/tmp/test_config.XXXXXX");
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    return name;
}

static struct reading *read_config_file(const char *text, const char *more)
{
    const char *name = write_file(text);
    const char *const arguments[] = {"--config", name, more};
    struct reading *reading = read_arguments(more ? 3 : 2, arguments);
    unlink(name);
    return reading;
}

/* As many as `avondale rules` accepts, each once, and from a file and the arguments together. */
static void every_ruleset_option_may_be_given_once(void **state)
{
    static char words[8 * OPTIONS_MASK][OPTION_TEXT_MAX + 40];
    const char *arguments[8 * OPTIONS_MASK + 1];
    struct ruleset rules;
    int count = 0;
    (void)state;

    assert_int_equal(ruleset_preset(&rules, "everything", 10, NULL), 0);
    for (int i = 0; i < option_count(); i++) {
        char value[OPTION_TEXT_MAX];
        if (option_format(&rules, i, value) > 0) {
            snprintf(words[count], sizeof words[count], "--option=%s=%s", option_name(i), value);
            arguments[count] = words[count];
            count++;
        }
    }
    assert_true(count > 64);
    const struct reading *reading = read_arguments(count, arguments);
    assert_string_equal(reading->err, "");
    assert_int_equal(reading->status, 0);
    assert_int_equal(reading->config.rules[0].deck, rules.deck);
    assert_int_equal(reading->config.rules[0].early_finish, rules.early_finish);
    arguments[count] = "--option=deck=45";
    assert_refused(read_arguments(count + 1, arguments), "deck=45: stands here twice", "once");
    assert_refused(read_config_file("option = target=500\n", "--option=target=600"),
                   "target=600: stands here twice", "once");
}

/* Without its comments the output of --print-config equals the defaults. */
static void the_printed_file_is_the_defaults(void **state)
{
    static char file[TEXT_MAX];
    struct config standard = read_arguments(0, NULL)->config;
    (void)state;
    for (int i = 0; i < option_number; i++) {
        size_t used = strlen(file);
        snprintf(file + used, sizeof file - used, "%.60s = %.250s\n", options[i].name,
                 options[i].standard);
    }
    const struct reading *reading = read_config_file(file, NULL);
    assert_string_equal(reading->err, "");
    assert_int_equal(reading->status, 0);
    assert_memory_equal(&reading->config, &standard, sizeof standard);
}

static void arguments_win_over_the_file(void **state)
{
    (void)state;
    assert_int_equal(read_config_file("peers-max = 9\n", NULL)->config.peers_max, 9);
    assert_int_equal(read_config_file("peers-max = 9\n", "--peers-max=8")->config.peers_max, 8);
    const char *name = write_file("peers-max = 9\n");
    const char *const arguments[] = {"--peers-max=8", "--config", name};
    assert_int_equal(read_arguments(3, arguments)->config.peers_max, 8); /* at any position */
    unlink(name);
}

static void bad_files_are_named(void **state)
{
    (void)state;
    assert_refused(read_config_file("peers-max = 0\n", NULL), "peers-max=0", "1 to 100000");
    assert_refused(read_config_file("nosuch = 0\n", NULL), "no option 'nosuch'", "--print-config");
    assert_refused(read_config_file("hintz = 0\n", NULL), "no option 'hintz', 'hints' is",
                   "--print-config");
    assert_refused(read_config_file("log-mb-max = 10\n", NULL), "log-mb-max", "logrotate");
    assert_refused(read_one("--log-mb-max=10"), "log-mb-max", "logrotate");
    assert_refused(read_config_file("[part]\npeers-max = 1\n", NULL), "'part'", "--print-config");
    assert_refused(read_config_file("peers-max = 1\nwhat is this\n", NULL), ":2: ", "NAME = VALUE");
}

/* -------------------------------------------------------------------------------- while it runs */

static void the_socket_is_beside_the_store(void **state)
{
    const char *const arguments[] = {"--store=sqlite:/var/x.db", "--admin=/run/a", "--admin=off"};
    char deep[200] = "--store=sqlite:/";
    (void)state;
    assert_string_equal(read_arguments(0, NULL)->config.admin_path, "avondale.db.admin");
    assert_string_equal(read_arguments(1, arguments)->config.admin_path, "/var/x.db.admin");
    memset(deep + strlen(deep), 'x', 120);
    assert_int_equal(read_one(deep)->status, 0); /* only the socket is missing */
    assert_string_equal(read_one(deep)->config.admin_path, "");
    assert_string_equal(read_one(arguments[1])->config.admin_path, "/run/a");
    assert_string_equal(read_one(arguments[2])->config.admin_path, "");
}

static void verbose_is_a_level_of_the_log(void **state)
{
    (void)state;
    assert_int_equal(read_arguments(0, NULL)->config.log_level, LOG_WARN);
    assert_int_equal(read_one("--verbose")->config.log_level, LOG_INFO);
    assert_int_equal(read_one("--log-level=error")->config.log_level, LOG_ERROR);
    const char *const both[] = {"--log-level=debug", "--verbose"};
    assert_int_equal(read_arguments(2, both)->config.log_level, LOG_DEBUG);
}

static void changed_options_are_named(void **state)
{
    char live[CONFIG_NAMES_BYTES], fixed[CONFIG_NAMES_BYTES];
    struct config standard = read_arguments(0, NULL)->config;
    const char *const arguments[] = {"--policy=lenient", "--store=sqlite:b", "--tables-max=7",
                                     "--listen=127.0.0.1:1"};
    (void)state;
    config_compare(&standard, &standard, live, fixed);
    assert_string_equal(live, "");
    assert_string_equal(fixed, "");
    config_compare(&standard, &read_arguments(4, arguments)->config, live, fixed);
    assert_string_equal(live, "policy, tables-max");
    assert_string_equal(fixed, "listen, store");
}

static void every_option_can_be_shown(void **state)
{
    struct config standard = read_arguments(0, NULL)->config;
    struct config_option option;
    int count = 0;
    (void)state;
    for (; config_option(&standard, count, &option); count++) {
        assert_string_equal(option.name, options[count].name);
        assert_string_equal(option.value, options[count].standard);
    }
    assert_int_equal(count, option_number);
}

static void a_bad_file_is_named_while_it_runs(void **state)
{
    static struct config config;
    char why[200] = "", name[4][300] = {"serve", "--config"};
    char *argv[] = {name[0], name[1], name[2]};
    (void)state;
    snprintf(name[2], sizeof name[2], "%s", write_file("tables-max = many\n"));
    assert_int_equal(config_read_again(&config, 3, argv, why, sizeof why), -1);
    assert_non_null(strstr(why, "tables-max=many: expected a number from 1 to 100000"));
    assert_null(strchr(why, '\n'));
    unlink(name[2]);
    assert_int_equal(config_read_again(&config, 3, argv, why, sizeof why), -1);
    assert_non_null(strstr(why, "No such file"));
    assert_int_equal(config_read_again(&config, 1, argv, why, sizeof why), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(defaults_are_taken_one_by_one),
        cmocka_unit_test(name_and_value_may_be_two_words),
        cmocka_unit_test(help_names_every_option),
        cmocka_unit_test(a_bad_value_names_its_option),
        cmocka_unit_test(every_option_refuses_overlong_values),
        cmocka_unit_test(every_option_has_a_bad_value),
        cmocka_unit_test(bad_arguments_are_named),
        cmocka_unit_test(options_add_up),
        cmocka_unit_test(presets_are_listed),
        cmocka_unit_test(every_ruleset_option_may_be_given_once),
        cmocka_unit_test(the_printed_file_is_the_defaults),
        cmocka_unit_test(arguments_win_over_the_file),
        cmocka_unit_test(bad_files_are_named),
        cmocka_unit_test(the_socket_is_beside_the_store),
        cmocka_unit_test(verbose_is_a_level_of_the_log),
        cmocka_unit_test(changed_options_are_named),
        cmocka_unit_test(every_option_can_be_shown),
        cmocka_unit_test(a_bad_file_is_named_while_it_runs),
    };
    return cmocka_run_group_tests(tests, read_options, NULL);
}
