/* test_metrics.c - the answers for an operator and for a monitor. */
#include "web_json.h"

static double metric(const char *name)
{
    char line[100];
    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = strstr(body(), line);
    assert_non_null(at);
    return atof(at + strlen(line));
}

static void test_operator(void **state)
{
    const struct fixture *fixture = *state;
    struct web_counters counters = {.games_started = 5,
                                    .decisions = 1234,
                                    .waiting = 3,
                                    .unready = "paused",
                                    .webhooks_delivered = 11,
                                    .webhooks_failed = 4,
                                    .webhooks_given_up = 1,
                                    .webhooks_waiting = 2};
    assert_int_equal(ask(fixture, "GET", "/healthz"), 200);
    assert_int_equal(ask(fixture, "GET", "/readyz"), 503);
    web_server_set_counters(fixture->web, &counters);
    assert_int_equal(ask(fixture, "GET", "/readyz"), 503);
    assert_string_equal(body(), "not ready: paused\n");
    counters.unready = NULL;
    const int64_t think[] = {0, 100, 101, 2999, 3000, 10000000, 10000001};
    for (size_t i = 0; i < sizeof think / sizeof think[0]; i++)
        histogram_add(&counters.think, think[i]);
    web_server_set_counters(fixture->web, &counters);
    assert_int_equal(ask(fixture, "GET", "/readyz"), 200);
    submit(fixture, duel("g-1", "ann", "bob", 2), NULL);
    assert_int_equal(ask(fixture, "GET", "/metrics"), 200);
    assert_true(metric("avondale_games_started_total") == 5);
    assert_true(metric("avondale_decisions_total") == 1234);
    assert_true(metric("avondale_peers_waiting") == 3);
    assert_true(metric("avondale_webhooks_delivered_total") == 11);
    assert_true(metric("avondale_webhooks_failed_total") == 4);
    assert_true(metric("avondale_webhooks_given_up_total") == 1);
    assert_true(metric("avondale_webhooks_queued") == 2);
    assert_true(metric("avondale_store_commit_seconds_count") == 1);
    assert_true(metric("avondale_store_commit_seconds_sum") > 0);
    assert_true(metric("avondale_store_commit_seconds_bucket{le=\"+Inf\"}") == 1);
    assert_true(metric("avondale_store_commit_seconds_bucket{le=\"0.0001\"}") == 0 ||
                metric("avondale_store_commit_seconds_sum") <= 0.0001);
    assert_true(metric("avondale_store_failures_total") == 0);
    assert_true(metric("avondale_queue_results") == 0);
    assert_true(metric("avondale_think_seconds_bucket{le=\"0.0001\"}") == 2);
    assert_true(metric("avondale_think_seconds_bucket{le=\"0.003\"}") == 5);
    assert_true(metric("avondale_think_seconds_bucket{le=\"10\"}") == 6);
    assert_true(metric("avondale_think_seconds_bucket{le=\"+Inf\"}") == 7);
    assert_true(metric("avondale_think_seconds_count") == 7);
    assert_true(metric("avondale_think_seconds_sum") > 20.006);
    assert_true(metric("avondale_http_request_seconds_count") >= 4);
    assert_true(metric("avondale_standings_bots") == 2);
    double start = metric("process_start_time_seconds"), now = (double)time(NULL);
    assert_true(start <= now && start > now - 3600);
    assert_true(metric("process_cpu_seconds_total") > 0);
    assert_true(metric("process_resident_memory_bytes") > 100000);
    assert_true(metric("process_virtual_memory_bytes") >= metric("process_resident_memory_bytes"));
    assert_true(metric("process_open_fds") > 3);
    assert_true(metric("process_max_fds") > metric("process_open_fds"));
    double files = metric("process_open_fds");
    int more = dup(1);
    assert_int_equal(ask(fixture, "GET", "/metrics"), 200);
    assert_true(metric("process_open_fds") == files + 1);
    close(more);
    assert_non_null(
        strstr(body(), "\navondale_build_info{version=\"" AVONDALE_VERSION "\",compiler=\""));
    static const char *const secrets[] = {"password", "token", "/tmp"};
    for (size_t i = 0; i < sizeof secrets / sizeof secrets[0]; i++)
        assert_null(strstr(body(), secrets[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_operator, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
