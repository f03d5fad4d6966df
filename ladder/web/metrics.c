/* metrics.c - monitoring: metrics for Prometheus, liveness, readiness. */
#include "web/web_site.h"

#include <dirent.h>
#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>
#include <inttypes.h>
#include <math.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void answer_text(struct call *call, int code, const char *text)
{
    call->answer->code = code;
    call->answer->type = "text/plain; charset=utf-8";
    html_add(call->answer->body, text);
}

static void metric_plain(struct evbuffer *out, const char *name, const char *kind, const char *help,
                         double value)
{
    evbuffer_add_printf(out, "# HELP %s %s\n# TYPE %s %s\n%s %.15g\n", name, help, name, kind, name,
                        value);
}

static void metric(struct evbuffer *out, const char *name, const char *kind, const char *help,
                   double value)
{
    char whole[64];
    snprintf(whole, sizeof whole, "avondale_%s", name);
    metric_plain(out, whole, kind, help, value);
}

static void metric_histogram(struct evbuffer *out, const char *name, const char *help,
                             const struct histogram *histogram)
{
    int64_t count = 0;
    evbuffer_add_printf(out, "# HELP avondale_%s %s\n# TYPE avondale_%s histogram\n", name, help,
                        name);
    for (int i = 0; i < HISTOGRAM_STEPS; i++) {
        count += histogram->counts[i];
        evbuffer_add_printf(out, "avondale_%s_bucket{le=\"%g\"} %" PRId64 "\n", name,
                            (double)histogram_step_usec[i] / 1e6, count);
    }
    count += histogram->counts[HISTOGRAM_STEPS];
    evbuffer_add_printf(out,
                        "avondale_%s_bucket{le=\"+Inf\"} %" PRId64 "\navondale_%s_sum %.15g\n"
                        "avondale_%s_count %" PRId64 "\n",
                        name, count, name, (double)histogram->sum_usec / 1e6, name, count);
}

/* A label's value: a quote, a backslash or a line feed would end it. */
static void add_label(struct evbuffer *out, const char *name, const char *value)
{
    evbuffer_add_printf(out, "%s=\"", name);
    for (; *value; value++) {
        if (*value == '"' || *value == '\\' || *value == '\n')
            continue;
        evbuffer_add(out, value, 1);
    }
    html_add(out, "\"");
}

static void metric_build(struct evbuffer *out)
{
    html_add(out, "# HELP avondale_build_info What runs here.\n# TYPE avondale_build_info gauge\n"
                  "avondale_build_info{");
    add_label(out, "version", AVONDALE_VERSION);
    html_add(out, ",");
    add_label(out, "compiler", __VERSION__);
    html_add(out, ",");
    add_label(out, "libevent", event_get_version());
    html_add(out, ",");
    add_label(out, "openssl", OpenSSL_version(OPENSSL_VERSION_STRING));
    html_add(out, "} 1\n");
}

/* Reads the first line of a small file; -1 if it cannot be read. */
static int read_line(const char *path, char *text, size_t size)
{
    FILE *file = fopen(path, "re");
    char *line = file ? fgets(text, (int)size, file) : NULL;
    if (file)
        fclose(file);
    return line ? 0 : -1;
}

static int count_files(void)
{
    DIR *directory = opendir("/proc/self/fd");
    int count = -1; /* its own */
    while (directory && readdir(directory))
        count++;
    if (directory)
        closedir(directory);
    return directory ? count - 2 : -1; /* . and .. */
}

/* When the process started, since 1970, by its time since boot; 0: not known. */
static double start_sec(void)
{
    char line[1024], *at = NULL;
    struct timespec boot, wall;
    long long ticks = 0;
    if (read_line("/proc/self/stat", line, sizeof line) == 0)
        at = strrchr(line, ')'); /* before it stands the name, which may be anything */
    /* Behind the name comes field 3; the start is field 22. */
    for (int field = 2; at && field < 22; field++)
        at = strchr(at + 1, ' ');
    if (!at || sscanf(at, "%lld", &ticks) != 1 || clock_gettime(CLOCK_BOOTTIME, &boot) ||
        clock_gettime(CLOCK_REALTIME, &wall))
        return 0;
    double age = (double)boot.tv_sec + (double)boot.tv_nsec / 1e9 -
                 (double)ticks / (double)sysconf(_SC_CLK_TCK);
    return floor((double)wall.tv_sec + (double)wall.tv_nsec / 1e9 - age);
}

/* Under the usual names of exporters. */
static void metric_process(struct evbuffer *out)
{
    struct timespec cpu = {0};
    struct rlimit files = {0};
    char line[256];
    long long pages_virtual, pages_resident;
    double page = (double)sysconf(_SC_PAGESIZE), start = start_sec();
    int open_files = count_files();

    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &cpu) == 0)
        metric_plain(out, "process_cpu_seconds_total", "counter", "CPU time taken.",
                     (double)cpu.tv_sec + (double)cpu.tv_nsec / 1e9);
    if (read_line("/proc/self/statm", line, sizeof line) == 0 &&
        sscanf(line, "%lld %lld", &pages_virtual, &pages_resident) == 2) {
        metric_plain(out, "process_resident_memory_bytes", "gauge", "Memory in use.",
                     (double)pages_resident * page);
        metric_plain(out, "process_virtual_memory_bytes", "gauge", "Memory addressed.",
                     (double)pages_virtual * page);
    }
    if (open_files >= 0)
        metric_plain(out, "process_open_fds", "gauge", "Open file descriptors.", open_files);
    if (getrlimit(RLIMIT_NOFILE, &files) == 0)
        metric_plain(out, "process_max_fds", "gauge", "How many there may be.",
                     (double)files.rlim_cur);
    if (start > 0)
        metric_plain(out, "process_start_time_seconds", "gauge",
                     "When the process began, since 1970.", start);
}

static void metric_queues(struct evbuffer *out, const struct web_site *site,
                          const struct ladder_health *health)
{
    metric(out, "queue_games", "gauge", "Games announced, not yet at a table.",
           (double)site->counters.starting);
    metric(out, "queue_submitted", "gauge", "Games over, not yet on disk.",
           (double)site->counters.submitted);
    metric(out, "queue_results", "gauge", "Results not yet told.", health->results);
    metric(out, "queue_announcements", "gauge", "Games not yet announced.", health->announced);
    metric(out, "queue_records", "gauge", "Records not yet read.", health->records);
    metric(out, "watchers", "gauge", "Streams of games under way.",
           site->live ? live_watchers(site->live) : 0);
}

static void metric_webhooks(struct evbuffer *out, const struct web_counters *now)
{
    metric(out, "webhooks_delivered_total", "counter", "Deliveries that a receiver accepted.",
           (double)now->webhooks_delivered);
    metric(out, "webhooks_failed_total", "counter", "Tries that a receiver did not accept.",
           (double)now->webhooks_failed);
    metric(out, "webhooks_given_up_total", "counter",
           "Deliveries that were tried too often, or waited too long.",
           (double)now->webhooks_given_up);
    metric(out, "webhooks_queued", "gauge", "Deliveries that wait, or are being sent.",
           (double)now->webhooks_waiting);
}

void metrics_show(struct call *call)
{
    struct evbuffer *out = call->answer->body;
    const struct web_counters *now = &call->site->counters;
    struct ladder_health health;
    struct ladder_row row;
    int bots;

    writer_view_health(call->site->ladder, &health);
    (void)writer_view_rows(call->site->ladder, NULL, 0, &row, 1, &bots);
    call->answer->type = "text/plain; version=0.0.4; charset=utf-8";
    metric(out, "games_started_total", "counter", "Games begun.", (double)now->games_started);
    metric(out, "games_total", "counter", "Games over and on disk.", (double)now->games_over);
    metric(out, "decisions_total", "counter", "Decisions of bots.", (double)now->decisions);
    metric(out, "faults_total", "counter", "Faults of bots in games.", (double)now->faults);
    metric(out, "connections_total", "counter", "Connections accepted.", (double)now->connections);
    metric(out, "tables", "gauge", "Games under way.", (double)now->tables);
    metric(out, "peers", "gauge", "Bots connected.", (double)now->peers);
    metric(out, "peers_waiting", "gauge", "Bots that wait for a game.", (double)now->waiting);
    metric(out, "standings_bots", "gauge", "Bots in the standings.", bots);
    metric_queues(out, call->site, &health);
    metric_webhooks(out, now);
    metric_histogram(out, "think_seconds", "What bots took for a decision.", &now->think);
    metric_histogram(out, "http_request_seconds", "What an answer of these pages took.",
                     &call->site->requests);
    metric(out, "store_failures_total", "counter", "Groups of results that were not stored.",
           (double)health.failures);
    metric(out, "store_commit_seconds_max", "gauge", "The longest that the store took.",
           health.commit_sec_max);
    metric_histogram(out, "store_commit_seconds", "What the store took for a group of results.",
                     &health.commits);
    metric_process(out);
    metric_build(out);
}

void metrics_health(struct call *call)
{
    if (call->site->alive)
        answer_text(call, HTTP_OK, "ok\n");
    else
        answer_text(call, HTTP_SERVUNAVAIL, "the arena has not been heard of for 10 s\n");
}

void metrics_ready(struct call *call)
{
    const char *why =
        call->site->alive ? call->site->counters.unready : "the arena is not heard of";
    answer_text(call, why ? HTTP_SERVUNAVAIL : HTTP_OK, why ? "not ready: " : "ready\n");
    if (why) {
        html_add(call->answer->body, why);
        html_add(call->answer->body, "\n");
    }
}
