/* web_metrics.c - what whoever watches over the daemon asks for: numbers for Prometheus, alive, ready. */
#include "web_site.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <inttypes.h>

static const int64_t step_usec[WEB_STEPS] = {100,    300,    1000,    3000,    10000,   30000,
                                             100000, 300000, 1000000, 3000000, 10000000};

void web_histogram_add(struct web_histogram *histogram, int64_t usec)
{
    int step = 0;
    while (step < WEB_STEPS && usec > step_usec[step])
        step++;
    __atomic_fetch_add(&histogram->counts[step], 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&histogram->sum_usec, usec, __ATOMIC_RELAXED);
}

struct web_histogram web_histogram_read(const struct web_histogram *histogram)
{
    struct web_histogram read;
    for (int i = 0; i <= WEB_STEPS; i++)
        read.counts[i] = __atomic_load_n(&histogram->counts[i], __ATOMIC_RELAXED);
    read.sum_usec = __atomic_load_n(&histogram->sum_usec, __ATOMIC_RELAXED);
    return read;
}

static void answer_text(struct call *call, int code, const char *text)
{
    call->answer->code = code;
    call->answer->type = "text/plain; charset=utf-8";
    html(call->answer->body, text);
}

static void metric(struct evbuffer *out, const char *name, const char *kind, const char *help,
                   double value)
{
    evbuffer_add_printf(out, "# HELP avondale_%s %s\n# TYPE avondale_%s %s\navondale_%s %.15g\n",
                        name, help, name, kind, name, value);
}

static void metric_histogram(struct evbuffer *out, const char *name, const char *help,
                             const struct web_histogram *histogram)
{
    int64_t count = 0;
    evbuffer_add_printf(out, "# HELP avondale_%s %s\n# TYPE avondale_%s histogram\n", name, help,
                        name);
    for (int i = 0; i < WEB_STEPS; i++) {
        count += histogram->counts[i];
        evbuffer_add_printf(out, "avondale_%s_bucket{le=\"%g\"} %" PRId64 "\n", name,
                            (double)step_usec[i] / 1e6, count);
    }
    count += histogram->counts[WEB_STEPS];
    evbuffer_add_printf(out,
                        "avondale_%s_bucket{le=\"+Inf\"} %" PRId64 "\navondale_%s_sum %.15g\n"
                        "avondale_%s_count %" PRId64 "\n",
                        name, count, name, (double)histogram->sum_usec / 1e6, name, count);
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

void show_metrics(struct call *call)
{
    struct evbuffer *out = call->answer->body;
    const struct web_counters *now = &call->site->counters;
    struct ladder_health health;
    struct ladder_row row;
    int bots;

    ladder_health(call->site->ladder, &health);
    (void)ladder_rows(call->site->ladder, NULL, 0, &row, 1, &bots);
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
    metric_histogram(out, "think_seconds", "What bots took for a decision.", &now->think);
    metric_histogram(out, "http_request_seconds", "What an answer of these pages took.",
                     &call->site->requests);
    metric(out, "store_failures_total", "counter", "Groups of results that were not stored.",
           (double)health.failures);
    metric(out, "store_commit_seconds_max", "gauge", "The longest that the store took.",
           health.commit_sec_max);
    metric_histogram(out, "store_commit_seconds", "What the store took for a group of results.",
                     &health.commits);
}

void show_health(struct call *call)
{
    if (call->site->alive)
        answer_text(call, HTTP_OK, "ok\n");
    else
        answer_text(call, HTTP_SERVUNAVAIL, "the arena has not been heard of for 10 s\n");
}

void show_ready(struct call *call)
{
    const char *why =
        call->site->alive ? call->site->counters.unready : "the arena is not heard of";
    answer_text(call, why ? HTTP_SERVUNAVAIL : HTTP_OK, why ? "not ready: " : "ready\n");
    if (why) {
        html(call->answer->body, why);
        html(call->answer->body, "\n");
    }
}
