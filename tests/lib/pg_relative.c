/* pg_relative.c - passes PostgreSQL's protocol 3 through, and alters some of it. */
#include "pg_relative.h"

#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { STATEMENTS = 256, LINKS = 512, SQL_BYTES = 8192, EXPECTED = 8192 };

struct pg_relative_thread {
    pthread_t thread, links[LINKS];
    int link_count, listener, wake[2];
    char directory[64], server[200];
};

struct bytes {
    char *at;
    size_t size, room;
};

/* One connection of a store. */
struct link {
    struct pg_relative *relative;
    int client, server, wake, clock_msec;
    bool begun;              /* the first message has no type */
    struct bytes from[2];    /* bytes of client and server that are no whole message yet */
    char first[STATEMENTS];  /* first letter of a prepared statement */
    char expected[EXPECTED]; /* sent and not answered yet: p Parse, x ours, S Sync */
    int expected_count;
    const char *commit_code; /* the answer to the commit that is under way; NULL: the server's */
};

static void put(struct bytes *bytes, const void *data, size_t size)
{
    if (bytes->size + size > bytes->room) {
        bytes->room = 2 * (bytes->size + size);
        bytes->at = realloc(bytes->at, bytes->room);
        assert(bytes->at);
    }
    memcpy(bytes->at + bytes->size, data, size);
    bytes->size += size;
}

static bool send_all(int fd, const void *data, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t sent = send(fd, (const char *)data + done, size - done, MSG_NOSIGNAL);
        if (sent <= 0)
            return false;
        done += (size_t)sent;
    }
    return true;
}

static bool message_send(int fd, char type, const void *body, size_t size)
{
    uint32_t length = htonl((uint32_t)size + 4);
    return send_all(fd, &type, 1) && send_all(fd, &length, 4) && send_all(fd, body, size);
}

static void expect(struct link *link, char what)
{
    assert(link->expected_count < EXPECTED);
    link->expected[link->expected_count++] = what;
}

/* Removes the expected answers up to the next one of a kind in `what`, and returns its kind, or 0
 * if there is none. */
static char expected_take(struct link *link, const char *what)
{
    int at = 0;
    while (at < link->expected_count && !strchr(what, link->expected[at]))
        at++;
    char found = at < link->expected_count ? link->expected[at++] : '\0';
    link->expected_count -= at;
    memmove(link->expected, link->expected + at, (size_t)link->expected_count);
    return found;
}

/* ------------------------------------------------------------------------- what the store says */

static const char conflict[] = "DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '40001',"
                               " MESSAGE = 'restart transaction'; END$$";
static const char unknown[] = "DO $$BEGIN RAISE EXCEPTION USING ERRCODE = '0A000',"
                              " MESSAGE = 'unimplemented'; END$$";

static void replace(char *sql, const char *word, const char *by)
{
    for (char *at = sql; (at = strstr(at, word)); at += strlen(by)) {
        assert(strlen(sql) + strlen(by) < SQL_BYTES);
        memmove(at + strlen(by), at + strlen(word), strlen(at + strlen(word)) + 1);
        memcpy(at, by, strlen(by));
    }
}

static void sql_alter(struct link *link, char *sql)
{
    char clock[80];
    const char *isolation = atomic_load(&link->relative->isolation);

    link->relative->advisory += strcasestr(sql, "advisory") != NULL;
    if (isolation)
        replace(sql, "READ COMMITTED", isolation);
    snprintf(clock, sizeof clock, "(CLOCK + interval '%d ms')", link->clock_msec);
    if (link->clock_msec)
        replace(sql, "clock_timestamp()", clock);
    replace(sql, "CLOCK", "clock_timestamp()");
    if (link->relative->no_listen && (strncmp(sql, "LISTEN", 6) == 0 || strstr(sql, "pg_notify"))) {
        strcpy(sql, unknown);
        link->relative->altered++;
    }
    if (link->relative->no_rooms && strncmp(sql, "LOCK TABLE", 10) == 0) {
        strcpy(sql, "LOCK TABLES");
        link->relative->altered++;
    }
}

/* Returns whether the server answers this statement with a conflict; counts it. */
static bool conflicts(struct link *link)
{
    int left = link->relative->conflict_after;

    if (left < 0)
        return false;
    link->relative->conflict_after = left - 1;
    link->relative->altered += left == 0;
    return left == 0;
}

static bool counted_down(atomic_int *count)
{
    if (*count <= 0)
        return false;
    --*count;
    return true;
}

/* Returns whether to roll a commit back; notes the code that answers the commit. */
static bool commit_refused(struct link *link)
{
    link->relative->commits++;
    bool refused = counted_down(&link->relative->refuse_commits);

    link->commit_code = refused                                        ? "40001"
                        : counted_down(&link->relative->doubt_commits) ? "40003"
                                                                       : NULL;
    link->relative->altered += link->commit_code != NULL;
    return refused;
}

/* Sends another statement, without parameters, in place of a bound one. */
static bool bind_other(struct link *link, const char *sql)
{
    static const char bind[] = {0, 0, 0, 0, 0, 0, 0, 0};
    char parse[SQL_BYTES + 4] = "";
    size_t size = strlen(sql) + 1;

    memcpy(parse + 1, sql, size);
    memset(parse + 1 + size, 0, 2);
    expect(link, 'x');
    return message_send(link->server, 'P', parse, size + 3) &&
           message_send(link->server, 'B', bind, sizeof bind);
}

static int statement_of(const char *name)
{
    int number = name[0] == 's' ? atoi(name + 1) + 1 : 0;

    assert(number >= 0 && number < STATEMENTS);
    return number;
}

static bool parse_pass(struct link *link, const char *body, size_t size)
{
    char sql[SQL_BYTES], out[SQL_BYTES + 256];
    size_t name = strlen(body) + 1, old = strlen(body + name) + 1;

    assert(old < sizeof sql / 2);
    memcpy(sql, body + name, old);
    sql_alter(link, sql);
    link->first[statement_of(body)] = strcmp(sql, "COMMIT") == 0 ? 'C' : sql[0] == 'R' ? 'R' : '-';
    memcpy(out, body, name);
    memcpy(out + name, sql, strlen(sql) + 1);
    size_t used = name + strlen(sql) + 1, rest = size - name - old;
    memcpy(out + used, body + name + old, rest);
    expect(link, 'p');
    return message_send(link->server, 'P', out, used + rest);
}

static bool query_pass(struct link *link, const char *body)
{
    char sql[SQL_BYTES];
    bool sets = strncmp(body, "SET ", 4) == 0 || strstr(body, "set_config");

    if (strlen(body) >= sizeof sql / 2) /* a migration */
        return message_send(link->server, 'Q', body, strlen(body) + 1);
    strcpy(sql, body);
    sql_alter(link, sql);
    if (!sets && conflicts(link))
        strcpy(sql, conflict);
    else if (strcmp(sql, "COMMIT") == 0 && commit_refused(link))
        strcpy(sql, "ROLLBACK");
    return message_send(link->server, 'Q', sql, strlen(sql) + 1);
}

static bool from_client(struct link *link, char type, const char *body, size_t size)
{
    if (type == 'P')
        return parse_pass(link, body, size);
    if (type == 'Q')
        return query_pass(link, body);
    if (type == 'B') {
        char first = link->first[statement_of(body + strlen(body) + 1)];
        if (first != 'R' && conflicts(link)) /* a rollback meets no conflict */
            return bind_other(link, conflict);
        if (first == 'C' && commit_refused(link))
            return bind_other(link, "ROLLBACK");
    }
    if (type == 'S')
        expect(link, 'S');
    return message_send(link->server, type, body, size);
}

/* ------------------------------------------------------------------------ what the server says */

static bool from_server(struct link *link, char type, const char *body, size_t size)
{
    char error[200];

    if (type == '1' && expected_take(link, "px") == 'x')
        return true;
    if (type == 'Z')
        (void)expected_take(link, "S");
    if (type == 'C' && link->commit_code &&
        (strcmp(body, "COMMIT") == 0 || strcmp(body, "ROLLBACK") == 0)) {
        int length = snprintf(error, sizeof error, "SERROR%cC%s%cMrestart transaction%c", 0,
                              link->commit_code, 0, 0);
        link->commit_code = NULL;
        return message_send(link->client, 'E', error, (size_t)length + 1);
    }
    return message_send(link->client, type, body, size);
}

/* ------------------------------------------------------------------------------------- threads */

/* Forwards the whole messages of one side. */
static bool pass(struct link *link, bool client)
{
    struct bytes *in = &link->from[client];
    size_t at = 0;

    for (;;) {
        size_t head = client && !link->begun ? 0 : 1;
        uint32_t length;
        if (in->size - at < head + 4)
            break;
        memcpy(&length, in->at + at + head, 4);
        length = ntohl(length);
        if (in->size - at < head + length)
            break;
        char type = head ? in->at[at] : '\0';
        const char *body = in->at + at + head + 4;
        bool good = !head    ? send_all(link->server, in->at + at, length)
                    : client ? from_client(link, type, body, length - 4)
                             : from_server(link, type, body, length - 4);
        if (!good)
            return false;
        link->begun |= client;
        at += head + length;
    }
    in->size -= at;
    memmove(in->at, in->at + at, in->size);
    return true;
}

static bool take(struct link *link, int fd, bool client)
{
    char buffer[65536];
    ssize_t got = recv(fd, buffer, sizeof buffer, 0);

    if (got <= 0)
        return false;
    put(&link->from[client], buffer, (size_t)got);
    return pass(link, client);
}

static void *link_main(void *argument)
{
    struct link *link = argument;
    struct pollfd fds[3] = {{.fd = link->client, .events = POLLIN},
                            {.fd = link->server, .events = POLLIN},
                            {.fd = link->wake, .events = POLLIN}};

    while (poll(fds, 3, -1) > 0 && !fds[2].revents) {
        if ((fds[0].revents && !take(link, link->client, true)) ||
            (fds[1].revents && !take(link, link->server, false)))
            break;
    }
    close(link->client);
    close(link->server);
    free(link->from[0].at);
    free(link->from[1].at);
    free(link);
    return NULL;
}

static int dial(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(address.sun_path, sizeof address.sun_path, "%.100s", path);
    assert(fd >= 0);
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) == 0)
        return fd;
    close(fd);
    return -1;
}

static void *relative_main(void *argument)
{
    struct pg_relative *relative = argument;
    struct pg_relative_thread *thread = relative->thread;
    struct pollfd fds[2] = {{.fd = thread->listener, .events = POLLIN},
                            {.fd = thread->wake[0], .events = POLLIN}};

    while (poll(fds, 2, -1) > 0 && !fds[1].revents) {
        int client = accept(thread->listener, NULL, NULL);
        int server = dial(thread->server);
        struct link *link = calloc(1, sizeof *link);
        assert(client >= 0 && server >= 0 && link && thread->link_count < LINKS);
        *link = (struct link){.relative = relative,
                              .client = client,
                              .server = server,
                              .wake = thread->wake[0],
                              .clock_msec = relative->clock_msec};
        relative->connections++;
        int status = pthread_create(&thread->links[thread->link_count++], NULL, link_main, link);
        assert(status == 0);
    }
    return NULL;
}

void pg_relative_start(struct pg_relative *relative, const char *url)
{
    struct pg_relative_thread *thread = calloc(1, sizeof *thread);
    const char *host = strstr(url, "host=");
    struct sockaddr_un address = {.sun_family = AF_UNIX};

    assert(thread && host);
    memset(relative, 0, sizeof *relative);
    relative->conflict_after = -1;
    relative->thread = thread;
    host += strlen("host=");
    int length = (int)strcspn(host, "&");
    snprintf(thread->server, sizeof thread->server, "%.*s/.s.PGSQL.5432", length, host);
    strcpy(thread->directory, "/tmp/relative-XXXXXX");
    char *made = mkdtemp(thread->directory);
    assert(made);
    snprintf(address.sun_path, sizeof address.sun_path, "%s/.s.PGSQL.5432", thread->directory);
    snprintf(relative->url, sizeof relative->url, "%.*s%s%s", (int)(host - url), url,
             thread->directory, host + length);
    thread->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int status = bind(thread->listener, (const struct sockaddr *)&address, sizeof address) ||
                 listen(thread->listener, 16) || pipe(thread->wake) ||
                 pthread_create(&thread->thread, NULL, relative_main, relative);
    assert(status == 0);
}

void pg_relative_stop(struct pg_relative *relative)
{
    struct pg_relative_thread *thread = relative->thread;
    char path[100];

    ssize_t woken = write(thread->wake[1], "", 1); /* no thread reads it, so all see it */
    assert(woken == 1);
    pthread_join(thread->thread, NULL);
    for (int i = 0; i < thread->link_count; i++)
        pthread_join(thread->links[i], NULL);
    close(thread->listener);
    close(thread->wake[0]);
    close(thread->wake[1]);
    snprintf(path, sizeof path, "%s/.s.PGSQL.5432", thread->directory);
    unlink(path);
    rmdir(thread->directory);
    free(thread);
}
