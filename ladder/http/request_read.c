/* request_read.c - see request_read.h. */
#include "http/request_read.h"

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>

/* Body and headers of a POST; they belong to the request. */
static void post_read(struct evhttp_request *request, struct web_post *post)
{
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    struct evbuffer *body = evhttp_request_get_input_buffer(request);
    evbuffer_add(body, "", 1);
    post->body = (const char *)evbuffer_pullup(body, -1);
    post->type = evhttp_find_header(headers, "Content-Type");
    post->origin = evhttp_find_header(headers, "Origin");
    post->host = evhttp_find_header(headers, "Host");
    post->fetch_site = evhttp_find_header(headers, "Sec-Fetch-Site");
}

/* NULL: the request has no connection. */
static const char *peer_address(struct evhttp_request *request)
{
    char *address = NULL;
    ev_uint16_t port;
    struct evhttp_connection *connection = evhttp_request_get_connection(request);
    if (connection)
        evhttp_connection_get_peer(connection, &address, &port);
    return address;
}

static enum web_method method_of(struct evhttp_request *request)
{
    switch ((int)evhttp_request_get_command(request)) {
    case EVHTTP_REQ_GET:
    case EVHTTP_REQ_HEAD:
        return WEB_READ;
    case EVHTTP_REQ_POST:
        return WEB_POST;
    case EVHTTP_REQ_DELETE:
        return WEB_DELETE;
    case EVHTTP_REQ_OPTIONS:
        return WEB_OPTIONS;
    default:
        return WEB_OTHER;
    }
}

void request_read(struct evhttp_request *request, struct web_query *query, struct web_post *post)
{
    const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);

    *post = (struct web_post){.address = peer_address(request)};
    *query = (struct web_query){.path = uri ? evhttp_uri_get_path(uri) : NULL,
                                .query = uri ? evhttp_uri_get_query(uri) : NULL,
                                .address = post->address,
                                .authorization = evhttp_find_header(headers, "Authorization"),
                                .method = method_of(request)};
    if (query->method != WEB_POST)
        return;
    post_read(request, post);
    query->post = post;
}
