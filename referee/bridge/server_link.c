/* server_link.c - connects, reads and writes with bufferevents; OpenSSL does TLS. */
#include "bridge/server_link.h"

#include "ladder.h"
#include "protocol.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/bufferevent_ssl.h>
#include <event2/event.h>
#include <event2/util.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { DIGEST_BYTES = 32, WHY_BYTES = 200, IN_BYTES = 4 * FRAME_BYTES_MAX };

struct server_link {
    struct server_link_config config;
    struct event_base *base;
    SSL_CTX *context; /* NULL: plain */
    struct event *timer, *failed;
    struct bufferevent *stream;               /* NULL: no connection */
    struct endpoint found[ENDPOINT_LIST_MAX]; /* the addresses of the host */
    int found_count, next;                    /* the next one to try */
    char host[ENDPOINT_TEXT_BYTES], why[WHY_BYTES];
    bool open, greeted, wrong;
    unsigned generation; /* of the connection: a callback may have closed it */
    enum encoding out, in_encoding;
    time_t heard;
    size_t have;
    char in[IN_BYTES];
    struct message message;
};

static time_t seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec;
}

static void set_timer(struct server_link *link, int seconds)
{
    const struct timeval wait = {.tv_sec = seconds};
    event_add(link->timer, &wait);
}

/* ------------------------------------------------------------------------------------ its end */

void server_link_close(struct server_link *link)
{
    link->generation++;
    if (link->stream) {
        SSL *ssl = link->context ? bufferevent_openssl_get_ssl(link->stream) : NULL;
        if (ssl && link->open)
            SSL_shutdown(ssl);
        bufferevent_free(link->stream);
    }
    link->stream = NULL;
    link->open = link->greeted = false;
    link->have = 0;
    event_del(link->timer);
    event_del(link->failed);
    ERR_clear_error();
}

/* Calls the owner later, from the event loop. */
static void fail(struct server_link *link, const char *why)
{
    char text[WHY_BYTES];

    snprintf(text, sizeof text, "%s", why);
    server_link_close(link);
    memcpy(link->why, text, sizeof text);
    event_active(link->failed, EV_TIMEOUT, 0);
}

static void on_failed(evutil_socket_t fd, short what, void *context)
{
    struct server_link *link = context;
    (void)fd;
    (void)what;

    link->config.ended(link->config.context, link->why, link->wrong);
}

/* ------------------------------------------------------------------------------------- TLS */

/* Accepts capitals and colons, as openssl prints them. */
static int read_fingerprint(const char *text, unsigned char digest[DIGEST_BYTES])
{
    char digits[2 * DIGEST_BYTES];
    size_t count = 0;

    for (; *text; text++) {
        if (*text == ':')
            continue;
        if (count == sizeof digits)
            return -1;
        digits[count++] = *text;
    }
    return hex_decode(digits, count, digest, DIGEST_BYTES) == DIGEST_BYTES ? 0 : -1;
}

int server_link_check_fingerprint(const char *text)
{
    unsigned char digest[DIGEST_BYTES];
    return read_fingerprint(text, digest);
}

static SSL_CTX *make_context(const struct server_link_config *config, char error[200])
{
    SSL_CTX *context = SSL_CTX_new(TLS_client_method());

    if (!context) {
        snprintf(error, 200, "out of memory");
        return NULL;
    }
    SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
    SSL_CTX_set_verify(context, config->fingerprint ? SSL_VERIFY_NONE : SSL_VERIFY_PEER, NULL);
    if (config->ca ? SSL_CTX_load_verify_file(context, config->ca)
                   : SSL_CTX_set_default_verify_paths(context))
        return context;
    snprintf(error, 200, "--tls-ca=%s: expected a file of certificates, PEM",
             config->ca ? config->ca : "the system's");
    SSL_CTX_free(context);
    ERR_clear_error();
    return NULL;
}

/* The certificate must have the name that was dialled, unless the certificate itself is pinned. */
static SSL *make_ssl(struct server_link *link)
{
    SSL *ssl = SSL_new(link->context);

    if (!ssl)
        return NULL;
    X509_VERIFY_PARAM *wanted = SSL_get0_param(ssl);
    if (!X509_VERIFY_PARAM_set1_ip_asc(wanted, link->host)) {
        ERR_clear_error();
        if (!X509_VERIFY_PARAM_set1_host(wanted, link->host, 0) ||
            !SSL_set_tlsext_host_name(ssl, link->host)) {
            SSL_free(ssl);
            return NULL;
        }
    }
    return ssl;
}

/* Returns true if the certificate is the pinned one, or if none is pinned. */
static bool is_known(struct server_link *link)
{
    unsigned char digest[DIGEST_BYTES], bytes[EVP_MAX_MD_SIZE];
    unsigned size = 0;

    if (!link->context || !link->config.fingerprint)
        return true;
    const X509 *certificate = SSL_get0_peer_certificate(bufferevent_openssl_get_ssl(link->stream));
    return certificate && read_fingerprint(link->config.fingerprint, digest) == 0 &&
           X509_digest(certificate, EVP_sha256(), bytes, &size) && size == DIGEST_BYTES &&
           memcmp(bytes, digest, DIGEST_BYTES) == 0;
}

/* Why a handshake failed, if because of the certificate; else NULL. */
static const char *certificate_fault(const struct server_link *link)
{
    if (!link->context || link->config.fingerprint)
        return NULL;
    long verified = SSL_get_verify_result(bufferevent_openssl_get_ssl(link->stream));
    return verified == X509_V_OK ? NULL : X509_verify_cert_error_string(verified);
}

/* ----------------------------------------------------------------------------------- reading */

static void take_messages(struct server_link *link)
{
    unsigned generation = link->generation;
    size_t used = 0, bad = 0;
    int size;

    while ((size = stream_next(&link->in_encoding, FROM_SERVER, link->in + used, link->have - used,
                               &link->message, &bad)) != 0) {
        if (size < 0 && size != PROTOCOL_ERROR_LOST && bad > 0 &&
            link->message.kind == MESSAGE_UNKNOWN) {
            used += bad; /* perhaps from a later version */
            continue;
        }
        if (size < 0) {
            fail(link, "it sends bytes that are no message");
            return;
        }
        link->greeted = true;
        link->config.message(link->config.context, &link->message, link->in + used, (size_t)size);
        if (link->generation != generation)
            return;
        used += (size_t)size;
    }
    link->have -= used;
    memmove(link->in, link->in + used, link->have);
}

static void on_read(struct bufferevent *stream, void *context)
{
    struct server_link *link = context;
    unsigned generation = link->generation;
    size_t got;

    link->heard = seconds_now();
    while (link->generation == generation &&
           (got = bufferevent_read(stream, link->in + link->have, IN_BYTES - link->have)) > 0) {
        link->have += got;
        take_messages(link);
    }
}

/* -------------------------------------------------------------------------------- connecting */

static void connect_next(struct server_link *link);

static void on_open(struct server_link *link)
{
    if (!is_known(link)) {
        link->wrong = true;
        fail(link, "its certificate has another fingerprint");
        return;
    }
    link->open = true;
    link->heard = seconds_now();
    set_timer(link, SERVER_LINK_PING_SEC);
    link->config.opened(link->config.context);
}

static void on_event(struct bufferevent *stream, short what, void *context)
{
    struct server_link *link = context;
    int error = EVUTIL_SOCKET_ERROR();
    const char *why;

    if (what & BEV_EVENT_CONNECTED) {
        on_open(link);
        return;
    }
    if (!(what & (BEV_EVENT_ERROR | BEV_EVENT_EOF)))
        return;
    if (link->open) {
        fail(link, what & BEV_EVENT_EOF ? "it closed the connection" : "the connection was lost");
        return;
    }
    if ((why = certificate_fault(link)) != NULL) {
        link->wrong = true;
        fail(link, why);
        return;
    }
    unsigned long tls = link->context ? bufferevent_get_openssl_error(stream) : 0;
    why = tls ? ERR_reason_error_string(tls) : NULL;
    snprintf(link->why, sizeof link->why, "%s",
             why     ? why
             : error ? evutil_socket_error_to_string(error)
                     : "it closed the connection");
    bufferevent_free(link->stream);
    link->stream = NULL;
    connect_next(link);
}

/* Takes the descriptor over. Returns NULL if there is no memory. */
static struct bufferevent *make_stream(struct server_link *link, int fd)
{
    const int options = BEV_OPT_CLOSE_ON_FREE | BEV_OPT_DEFER_CALLBACKS;

    struct bufferevent *stream = NULL;

    if (!link->context) {
        stream = bufferevent_socket_new(link->base, fd, options);
    } else {
        SSL *ssl = make_ssl(link);
        if (ssl)
            stream = bufferevent_openssl_socket_new(link->base, fd, ssl, BUFFEREVENT_SSL_CONNECTING,
                                                    options);
        if (stream)
            bufferevent_openssl_set_allow_dirty_shutdown(stream, 1);
        else
            SSL_free(ssl);
    }
    if (!stream)
        close(fd);
    return stream;
}

/* A name may have several addresses: localhost is ::1 first. `why` has the error of the last one.
 */
static void connect_next(struct server_link *link)
{
    while (link->next < link->found_count) {
        int fd = endpoint_socket_connect(&link->found[link->next++]);
        if (fd < 0) {
            snprintf(link->why, sizeof link->why, "%s", strerror(errno));
            continue;
        }
        link->stream = make_stream(link, fd);
        if (!link->stream) {
            fail(link, "out of memory");
            return;
        }
        bufferevent_setcb(link->stream, on_read, NULL, on_event, link);
        bufferevent_enable(link->stream, EV_READ | EV_WRITE);
        bufferevent_setwatermark(link->stream, EV_READ, 0, IN_BYTES);
        bufferevent_socket_connect(link->stream, NULL, 0); /* the connection is being made */
        return;
    }
    fail(link, link->why);
}

/* Resolves the address; the certificate must be valid for link->host. Returns 0, or -1 with the
 * reason in link->why. */
static int find(struct server_link *link, const struct endpoint *to)
{
    char error[ENDPOINT_ERROR_BYTES];

    endpoint_format_host(to, link->host);
    if (to->kind == ENDPOINT_UNIX)
        snprintf(link->host, sizeof link->host, "localhost");
    link->found[0] = *to;
    link->found_count =
        to->kind == ENDPOINT_NAME ? endpoint_socket_look_up(to, link->found, error) : 1;
    if (link->found_count < 0)
        snprintf(link->why, sizeof link->why, "%.190s", error);
    return link->found_count < 0 ? -1 : 0;
}

void server_link_open(struct server_link *link, const char *address, enum encoding encoding)
{
    struct endpoint to;

    server_link_close(link);
    link->out = encoding;
    link->in_encoding = ENCODING_UNKNOWN;
    link->wrong = false;
    link->found_count = link->next = 0;
    snprintf(link->why, sizeof link->why, "it has no address");
    if (endpoint_parse(address, &to)) {
        fail(link, "an address is HOST:PORT or unix:PATH");
        return;
    }
    if (find(link, &to)) {
        fail(link, link->why);
        return;
    }
    set_timer(link, SERVER_LINK_OPEN_SEC);
    connect_next(link);
}

static void on_timer(evutil_socket_t fd, short what, void *context)
{
    struct server_link *link = context;
    struct message ping;
    (void)fd;
    (void)what;

    if (!link->open) {
        fail(link, "it does not answer");
        return;
    }
    if (seconds_now() - link->heard >= SERVER_LINK_SILENCE_SEC) {
        fail(link, "it is silent");
        return;
    }
    set_timer(link, SERVER_LINK_PING_SEC);
    message_init(&ping, MESSAGE_PING);
    if (link->greeted)
        server_link_send(link, &ping);
}

/* ----------------------------------------------------------------------------------- writing */

bool server_link_is_open(const struct server_link *link)
{
    return link->open;
}

void server_link_send(struct server_link *link, const struct message *message)
{
    char bytes[FRAME_BYTES_MAX];

    if (!link->open)
        return;
    int size = scribe_message(message, link->out, bytes, sizeof bytes);
    if (size <= 0)
        return;
    if (evbuffer_get_length(bufferevent_get_output(link->stream)) > SERVER_LINK_OUT_MAX) {
        fail(link, "it does not read");
        return;
    }
    bufferevent_write(link->stream, bytes, (size_t)size);
}

/* -------------------------------------------------------------------------- begin and end */

struct server_link *server_link_create(struct event_base *base,
                                       const struct server_link_config *config, char error[200])
{
    struct server_link *link = calloc(1, sizeof *link);

    snprintf(error, 200, "out of memory");
    if (!link)
        return NULL;
    link->config = *config;
    link->base = base;
    link->timer = evtimer_new(base, on_timer, link);
    link->failed = evtimer_new(base, on_failed, link);
    if (config->tls || config->ca || config->fingerprint)
        link->context = make_context(config, error);
    if (link->timer && link->failed &&
        (link->context || !(config->tls || config->ca || config->fingerprint)))
        return link;
    server_link_destroy(link);
    return NULL;
}

void server_link_destroy(struct server_link *link)
{
    if (!link)
        return;
    if (link->timer && link->failed)
        server_link_close(link);
    if (link->timer)
        event_free(link->timer);
    if (link->failed)
        event_free(link->failed);
    SSL_CTX_free(link->context);
    free(link);
}
