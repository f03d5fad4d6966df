/* upload.c - see upload.h. */
#include "http/upload.h"
#include "base/endpoint_socket.h"
#include "data/site.h"
#include "http/request_scan.h"
#include "owner/hand_in.h"
#include "page/page.h"

#include <arpa/inet.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <fcntl.h>
#include <openssl/crypto.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LINGER_SEC = 3, /* for a client that still sends, and reads the answer then */
};

enum upload_state {
    UPLOAD_FREE,
    UPLOAD_HEAD,    /* the head is in the input, and not yet judged */
    UPLOAD_BODY,    /* the body is read */
    UPLOAD_LOOKED,  /* the body is here, and is looked at */
    UPLOAD_ANSWERS, /* the answer goes out */
    UPLOAD_LINGERS, /* it is out; what still comes is not read by anybody */
};

struct upload {
    struct uploads *all;
    enum upload_state state;
    int64_t id;                /* from 1 */
    struct bufferevent *bev;   /* NULL: the client is gone */
    bufferevent_event_cb over; /* the HTTP server's */
    void *over_context;
    size_t head_bytes; /* that are still in the input */
    int64_t left;      /* bytes of the body that are still to come */
    size_t size;
    int fd; /* -1: none */
    uint64_t address;
    char ip[ENDPOINT_TEXT_BYTES];
    char target[SCAN_TARGET_MAX], said[SCAN_SAID_MAX];
    bool expects;
    struct ladder_deed deed;
};

struct uploads {
    struct web_site *site;
    int64_t last_id;
    struct upload list[UPLOAD_MAX];
};

struct uploads *uploads_create(struct web_site *site)
{
    struct uploads *uploads = calloc(1, sizeof *uploads);

    if (uploads)
        uploads->site = site;
    return uploads;
}

void uploads_destroy(struct uploads *uploads)
{
    for (int i = 0; uploads && i < UPLOAD_MAX; i++) {
        if (uploads->list[i].state != UPLOAD_FREE && uploads->list[i].fd >= 0)
            close(uploads->list[i].fd);
    }
    free(uploads);
}

/* ---------------------------------------------------------------------------------------- end */

static void file_close(struct upload *upload)
{
    if (upload->fd >= 0)
        close(upload->fd);
    upload->fd = -1;
}

/* The client has its answer, or is gone: the HTTP server cleans up. What is looked at keeps its
 * place until then. */
static void leave(struct upload *upload)
{
    struct bufferevent *bev = upload->bev;

    upload->bev = NULL;
    if (upload->state != UPLOAD_LOOKED) {
        file_close(upload);
        upload->state = UPLOAD_FREE;
    }
    if (!bev)
        return;
    bufferevent_setcb(bev, NULL, NULL, upload->over, upload->over_context);
    upload->over(bev, BEV_EVENT_READING | BEV_EVENT_EOF, upload->over_context);
}

static void on_written(struct bufferevent *bev, void *argument)
{
    struct upload *upload = argument;
    const struct timeval silence = {.tv_sec = LINGER_SEC};

    if (upload->state != UPLOAD_ANSWERS)
        return;
    if (upload->left == 0) {
        leave(upload);
        return;
    }
    upload->state = UPLOAD_LINGERS;
    shutdown(bufferevent_getfd(bev), SHUT_WR);
    bufferevent_set_timeouts(bev, &silence, &silence);
}

static void send_answer(struct upload *upload, const struct web_answer *answer)
{
    struct evbuffer *out = bufferevent_get_output(upload->bev);

    file_close(upload);
    upload->state = UPLOAD_ANSWERS;
    evbuffer_add_printf(out,
                        "HTTP/1.1 %d %s\r\nContent-Type: application/json\r\n"
                        "Content-Length: %zu\r\nCache-Control: no-store\r\n"
                        "X-Content-Type-Options: nosniff\r\n%sConnection: close\r\n\r\n",
                        answer->code, answer->code < 300 ? "Created" : "Refused",
                        evbuffer_get_length(answer->body),
                        answer->bearer ? "WWW-Authenticate: Bearer\r\n" : "");
    evbuffer_add_buffer(out, answer->body);
    bufferevent_enable(upload->bev, EV_READ | EV_WRITE);
}

void upload_answer(struct uploads *uploads, const struct web_answer *answer)
{
    for (int i = 0; i < UPLOAD_MAX; i++) {
        struct upload *upload = &uploads->list[i];
        if (upload->state != UPLOAD_LOOKED || upload->id != answer->upload)
            continue;
        if (upload->bev)
            send_answer(upload, answer);
        else
            upload->state = UPLOAD_FREE;
    }
}

/* -------------------------------------------------------------------------------------- judge */

/* A call for this upload, whose answer has a body of its own; out of memory: false. */
static bool call_begin(struct upload *upload, struct call *call, struct web_query *query,
                       struct web_answer *answer)
{
    char path[SCAN_TARGET_MAX];

    *answer = (struct web_answer){.body = evbuffer_new()};
    *query = (struct web_query){.path = upload->target,
                                .address = upload->ip,
                                .authorization = upload->said[0] ? upload->said : NULL,
                                .method = WEB_OTHER};
    memset(call, 0, sizeof *call);
    call->site = upload->all->site;
    call->query = query;
    call->answer = answer;
    /* /api/v1/bots/NAME/versions/LABEL; what is no such address has no names. */
    memcpy(path, upload->target, sizeof path);
    char *name = path + strlen("/api/v1/bots/"), *between = strchr(name, '/');
    if (between && strncmp(between, "/versions/", 10) == 0 && !strchr(between + 10, '/')) {
        *between = '\0';
        snprintf(call->segment, sizeof call->segment, "%.*s", (int)SEGMENT_MAX, name);
        snprintf(call->second, sizeof call->second, "%.*s", (int)SEGMENT_MAX, between + 10);
    }
    return answer->body != NULL;
}

static int reading_of(const struct uploads *uploads, uint64_t address)
{
    int count = 0;

    for (int i = 0; i < UPLOAD_MAX; i++) {
        const struct upload *one = &uploads->list[i];
        count += (one->state == UPLOAD_BODY || one->state == UPLOAD_LOOKED) &&
                 (address == 0 || one->address == address);
    }
    return count;
}

static bool has_place(const struct upload *upload)
{
    uint64_t address = endpoint_key_is_local(upload->address) ? 0 : upload->address;

    return reading_of(upload->all, 0) < UPLOAD_READING_MAX &&
           (address == 0 || reading_of(upload->all, address) < UPLOAD_OF_ADDRESS_MAX);
}

/* A file that no directory has: it is gone with its last descriptor. */
static int file_open(void)
{
    const char *directory = getenv("TMPDIR");
    char path[4096];
    int fd = open(directory ? directory : "/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

    if (fd >= 0 || snprintf(path, sizeof path, "%s/avondale-XXXXXX",
                            directory ? directory : "/tmp") >= (int)sizeof path)
        return fd;
    fd = mkostemp(path, O_CLOEXEC);
    if (fd >= 0)
        unlink(path);
    return fd;
}

static void judge(struct upload *upload)
{
    struct call call;
    struct web_query query;
    struct web_answer answer;

    if (!call_begin(upload, &call, &query, &answer)) {
        leave(upload);
        return;
    }
    bool good = hand_in_judge(&call, upload->left, &upload->deed);
    if (good && (!has_place(upload) || (upload->fd = file_open()) < 0)) {
        page_refuse(&answer, true, HTTP_SERVUNAVAIL, "",
                    "too many versions are being handed in; try again");
        good = false;
    }
    OPENSSL_cleanse(upload->said, sizeof upload->said);
    if (good) {
        upload->state = UPLOAD_BODY;
        bufferevent_enable(upload->bev, EV_READ | EV_WRITE); /* it writes answers alone, else */
        if (upload->expects && evbuffer_get_length(bufferevent_get_input(upload->bev)) == 0)
            evbuffer_add_printf(bufferevent_get_output(upload->bev),
                                "HTTP/1.1 100 Continue\r\n\r\n");
    } else {
        send_answer(upload, &answer);
    }
    evbuffer_free(answer.body);
}

/* --------------------------------------------------------------------------------------- body */

static void whole(struct upload *upload)
{
    struct call call;
    struct web_query query;
    struct web_answer answer;
    int fd = upload->fd;

    upload->fd = -1;
    if (!call_begin(upload, &call, &query, &answer)) {
        close(fd);
        leave(upload);
        return;
    }
    upload->state = UPLOAD_LOOKED;
    bufferevent_set_timeouts(upload->bev, NULL, NULL); /* its life has a limit */
    if (!hand_in_take(&call, &upload->deed, fd, upload->size, upload->id))
        send_answer(upload, &answer);
    evbuffer_free(answer.body);
}

static void no_disk(struct upload *upload)
{
    struct web_answer answer = {.body = evbuffer_new()};

    if (answer.body) {
        page_refuse(&answer, true, HTTP_SERVUNAVAIL, "", "there is no room for it now; try again");
        send_answer(upload, &answer);
        evbuffer_free(answer.body);
    } else {
        leave(upload);
    }
}

static void on_read(struct bufferevent *bev, void *argument)
{
    struct upload *upload = argument;
    struct evbuffer *input = bufferevent_get_input(bev);

    if (upload->state == UPLOAD_HEAD) {
        evbuffer_drain(input, upload->head_bytes);
        judge(upload);
    }
    while (upload->state == UPLOAD_BODY && upload->left > 0 && evbuffer_get_length(input) > 0) {
        int moved = evbuffer_write_atmost(input, upload->fd, (ev_ssize_t)upload->left);
        if (moved <= 0) {
            no_disk(upload);
            return;
        }
        upload->left -= moved;
        upload->size += (size_t)moved;
    }
    if (upload->state == UPLOAD_BODY && upload->left == 0)
        whole(upload);
    if (upload->state == UPLOAD_LOOKED || upload->state == UPLOAD_ANSWERS ||
        upload->state == UPLOAD_LINGERS) {
        int64_t more = (int64_t)evbuffer_get_length(input);
        upload->left -= more < upload->left ? more : upload->left;
        evbuffer_drain(input, (size_t)more);
        if (upload->state == UPLOAD_LINGERS && upload->left == 0)
            leave(upload);
    }
}

static void on_over(struct bufferevent *bev, short what, void *argument)
{
    (void)bev;
    (void)what;
    leave(argument);
}

bool upload_begin(struct uploads *uploads, struct bufferevent *bev, const struct request_scan *scan)
{
    struct upload *upload = NULL;
    struct endpoint peer;
    bufferevent_data_cb read_cb, write_cb;

    for (int i = 0; i < UPLOAD_MAX && !upload; i++)
        upload = uploads->list[i].state == UPLOAD_FREE ? &uploads->list[i] : NULL;
    if (!upload)
        return false;
    memset(upload, 0, sizeof *upload);
    upload->all = uploads;
    upload->id = ++uploads->last_id;
    upload->state = UPLOAD_HEAD;
    upload->bev = bev;
    upload->fd = -1;
    upload->left = scan->body_bytes;
    upload->head_bytes = evbuffer_get_length(bufferevent_get_input(bev)) - (size_t)scan->after;
    upload->expects = scan->expects;
    memcpy(upload->target, scan->target, sizeof upload->target);
    memcpy(upload->said, scan->said, sizeof upload->said);
    endpoint_socket_peer(bufferevent_getfd(bev), &peer);
    upload->address = endpoint_key(&peer);
    endpoint_format_host(&peer, upload->ip);
    bufferevent_getcb(bev, &read_cb, &write_cb, &upload->over, &upload->over_context);
    bufferevent_setcb(bev, on_read, on_written, on_over, upload);
    return true;
}
