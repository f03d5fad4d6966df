/* http_client.c - see http_client.h. libcurl does the work. */
#include "client/http_client.h"
#include "base/unicode.h"

#include <ctype.h>
#include <curl/curl.h>
#include <jansson.h>
#include <openssl/crypto.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER_BYTES = 200 };

struct http_client {
    CURL *curl;
    char url[HTTP_CLIENT_URL_MAX + 1]; /* without a slash at its end */
    char *ca;                          /* or NULL */
};

/* A request under way. */
struct asking {
    const struct http_request *request;
    struct http_answer *answer;
    CURL *curl;
    int64_t max, taken;
    bool too_large, no_memory, refused_read, refused_take;
};

/* ------------------------------------------------------------------------------ the server's URL
 */

static bool part_is(CURLU *parts, CURLUPart part, const char *first, const char *second)
{
    char *text = NULL;
    bool is = curl_url_get(parts, part, &text, 0) == CURLUE_OK &&
              (strcmp(text, first) == 0 || strcmp(text, second) == 0);
    curl_free(text);
    return is;
}

static bool part_is_there(CURLU *parts, CURLUPart part)
{
    char *text = NULL;
    bool there = curl_url_get(parts, part, &text, 0) == CURLUE_OK;
    curl_free(text);
    return there;
}

static int parts_address(CURLU *parts, char *address)
{
    char *host = NULL, *port = NULL;
    int size = -1;

    if (curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK)
        size = snprintf(address, HTTP_CLIENT_ADDRESS_BYTES, "%s:%s", host, port);
    curl_free(host);
    curl_free(port);
    if (size < 0 || size >= HTTP_CLIENT_ADDRESS_BYTES)
        return -1;
    for (char *at = address; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    return 0;
}

int http_client_address(const char *url, char address[HTTP_CLIENT_ADDRESS_BYTES])
{
    CURLU *parts = strlen(url) <= HTTP_CLIENT_URL_MAX ? curl_url() : NULL;
    int status = -1;

    if (parts && curl_url_set(parts, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
        part_is(parts, CURLUPART_SCHEME, "http", "https") &&
        !part_is_there(parts, CURLUPART_USER) && !part_is_there(parts, CURLUPART_PASSWORD) &&
        !part_is_there(parts, CURLUPART_QUERY) && !part_is_there(parts, CURLUPART_FRAGMENT))
        status = parts_address(parts, address);
    curl_url_cleanup(parts);
    return status;
}

/* -------------------------------------------------------------------------------------- clients */

struct http_client *http_client_create(const struct http_client_config *config)
{
    char address[HTTP_CLIENT_ADDRESS_BYTES];

    if (http_client_address(config->url, address) || curl_global_init(CURL_GLOBAL_DEFAULT))
        return NULL;
    struct http_client *client = calloc(1, sizeof *client);
    if (client) {
        client->curl = curl_easy_init();
        client->ca = config->ca ? strdup(config->ca) : NULL;
        size_t size = strlen(config->url);
        while (size > 0 && config->url[size - 1] == '/')
            size--;
        memcpy(client->url, config->url, size);
    }
    if (client && client->curl && (client->ca || !config->ca))
        return client;
    if (client)
        http_client_destroy(client);
    else
        curl_global_cleanup();
    return NULL;
}

void http_client_destroy(struct http_client *client)
{
    if (!client)
        return;
    curl_easy_cleanup(client->curl);
    free(client->ca);
    free(client);
    curl_global_cleanup();
}

void http_client_fini_answer(struct http_answer *answer)
{
    if (answer->body) /* it may hold a token */
        OPENSSL_cleanse(answer->body, answer->bytes);
    free(answer->body);
    memset(answer, 0, sizeof *answer);
}

void http_client_show(char *line, size_t size, const char *text)
{
    size_t left = strlen(text), at = 0;
    uint32_t point;

    while (left > 0) {
        int bytes = unicode_read(text, left, &point);
        bool shown = bytes > 0 && unicode_is_shown(point);
        size_t step = bytes > 0 ? (size_t)bytes : 1;
        if (at + step >= size)
            break;
        if (shown)
            memcpy(line + at, text, step);
        else
            line[at] = '?';
        at += shown ? step : 1;
        text += step;
        left -= step;
    }
    line[at] = '\0';
}

/* ------------------------------------------------------------------------- libcurl's callbacks */

static size_t give_body(char *buffer, size_t size, size_t count, void *context)
{
    struct asking *asking = context;
    ssize_t got = asking->request->read(asking->request->context, buffer, size * count);

    if (got >= 0)
        return (size_t)got;
    asking->refused_read = true;
    return CURL_READFUNC_ABORT;
}

static int keep_bytes(struct asking *asking, const char *bytes, size_t size)
{
    struct http_answer *answer = asking->answer;
    char *body = malloc(answer->bytes + size + 1);

    if (!body) {
        asking->no_memory = true;
        return -1;
    }
    if (answer->body) {
        memcpy(body, answer->body, answer->bytes);
        OPENSSL_cleanse(answer->body, answer->bytes);
        free(answer->body);
    }
    memcpy(body + answer->bytes, bytes, size);
    answer->body = body;
    answer->bytes += size;
    body[answer->bytes] = '\0';
    return 0;
}

static size_t take_bytes(char *bytes, size_t size, size_t count, void *context)
{
    struct asking *asking = context;
    const struct http_request *request = asking->request;
    long code = 0;

    size *= count;
    curl_easy_getinfo(asking->curl, CURLINFO_RESPONSE_CODE, &code);
    bool streams = request->take && code / 100 == 2;
    /* A refusal is a few words, however large what was asked for may be. */
    int64_t max =
        streams || asking->max < HTTP_CLIENT_ANSWER_MAX ? asking->max : HTTP_CLIENT_ANSWER_MAX;
    asking->taken += (int64_t)size;
    if (asking->taken > max) {
        asking->too_large = true;
        return 0;
    }
    if (!streams)
        return keep_bytes(asking, bytes, size) ? 0 : size;
    asking->refused_take = request->take(request->context, bytes, size) != 0;
    return asking->refused_take ? 0 : size;
}

/* --------------------------------------------------------------------------------------- errors */

__attribute__((format(printf, 4, 5))) static void say(char error[HTTP_CLIENT_ERROR_BYTES],
                                                      const struct http_client *client,
                                                      const char *path, const char *format, ...)
{
    char why[HTTP_CLIENT_ERROR_BYTES], line[HTTP_CLIENT_ERROR_BYTES];
    va_list list;

    va_start(list, format);
    vsnprintf(why, sizeof why, format, list);
    va_end(list);
    snprintf(line, sizeof line, "%s%.300s: %.430s", client->url, path, why);
    http_client_show(error, HTTP_CLIENT_ERROR_BYTES, line);
}

/* The words of {"error": WORDS}, else those of the code. */
static void say_refusal(char error[HTTP_CLIENT_ERROR_BYTES], const struct http_client *client,
                        const char *path, const struct http_answer *answer)
{
    json_t *value = answer->bytes ? json_loadb(answer->body, answer->bytes, 0, NULL) : NULL;
    const char *words = json_string_value(json_object_get(value, "error"));

    if (words)
        say(error, client, path, "%s (%d)", words, answer->code);
    else if (answer->code / 100 == 3)
        say(error, client, path, "the server redirects (%d); give the URL of the arena",
            answer->code);
    else
        say(error, client, path, "the server answers %d", answer->code);
    json_decref(value);
}

static const char *own_words(const struct asking *asking)
{
    return asking->too_large      ? "the answer is too large"
           : asking->no_memory    ? "out of memory"
           : asking->refused_read ? "the body cannot be read"
           : asking->refused_take ? "the answer cannot be written"
                                  : NULL;
}

/* ---------------------------------------------------------------------------------- the request */

static void set_body(CURL *curl, const struct http_request *request, struct asking *asking)
{
    if (request->read) {
        curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(curl, CURLOPT_READFUNCTION, give_body);
        curl_easy_setopt(curl, CURLOPT_READDATA, asking);
        curl_easy_setopt(curl, CURLOPT_INFILESIZE_LARGE, (curl_off_t)request->read_bytes);
        /* It is read once: a connection of before that turns out closed could not send it again. */
        curl_easy_setopt(curl, CURLOPT_FRESH_CONNECT, 1L);
    } else if (request->body) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)request->body_bytes);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, request->body);
    } else if (strcmp(request->method, "HEAD") == 0) {
        curl_easy_setopt(curl, CURLOPT_NOBODY, 1L);
    } else if (strcmp(request->method, "GET") != 0) {
        curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)0);
        curl_easy_setopt(curl, CURLOPT_POSTFIELDS, "");
    }
    curl_easy_setopt(curl, CURLOPT_CUSTOMREQUEST, request->method);
}

/* Returns -1 if memory is out. */
static int add_header(struct curl_slist **headers, const char *name, const char *value)
{
    char line[HEADER_BYTES];

    if (!value)
        return 0;
    snprintf(line, sizeof line, "%s%s", name, value);
    struct curl_slist *more = curl_slist_append(*headers, line);
    OPENSSL_cleanse(line, sizeof line);
    if (!more)
        return -1;
    *headers = more;
    return 0;
}

static void free_headers(struct curl_slist *headers)
{
    for (struct curl_slist *at = headers; at; at = at->next)
        OPENSSL_cleanse(at->data, strlen(at->data));
    curl_slist_free_all(headers);
}

static void set_limits(CURL *curl, const struct http_request *request)
{
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, (long)HTTP_CLIENT_OPEN_SEC);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_LIMIT, 1L);
    curl_easy_setopt(curl, CURLOPT_LOW_SPEED_TIME, (long)HTTP_CLIENT_SILENCE_SEC);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, (long)request->limit_msec);
}

enum http_outcome http_client_ask(struct http_client *client, const struct http_request *request,
                                  struct http_answer *answer, char error[HTTP_CLIENT_ERROR_BYTES])
{
    struct asking asking = {.request = request,
                            .answer = answer,
                            .curl = client->curl,
                            .max =
                                request->answer_max ? request->answer_max : HTTP_CLIENT_ANSWER_MAX};
    char url[HTTP_CLIENT_URL_MAX + 512], why[CURL_ERROR_SIZE] = "";
    struct curl_slist *headers = NULL;
    CURL *curl = client->curl;
    CURLcode status = CURLE_OUT_OF_MEMORY;
    long code = 0;

    memset(answer, 0, sizeof *answer);
    error[0] = '\0';
    if (snprintf(url, sizeof url, "%s%s", client->url, request->path) >= (int)sizeof url) {
        say(error, client, "", "the path after it is too long");
        return HTTP_FAILED;
    }
    curl_easy_reset(curl);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, why);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "avondale/" AVONDALE_VERSION);
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, take_bytes);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, &asking);
    if (client->ca) {
        curl_easy_setopt(curl, CURLOPT_CAPATH, NULL);
        curl_easy_setopt(curl, CURLOPT_CAINFO, client->ca);
    }
    set_limits(curl, request);
    set_body(curl, request, &asking);
    if (curl_easy_setopt(curl, CURLOPT_URL, url) == CURLE_OK &&
        add_header(&headers, "Authorization: Bearer ", request->bearer) == 0 &&
        add_header(&headers, "Content-Type: ", request->type) == 0 &&
        curl_easy_setopt(curl, CURLOPT_HTTPHEADER, headers) == CURLE_OK)
        status = curl_easy_perform(curl);
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &code);
    curl_easy_reset(curl);
    free_headers(headers);
    answer->code = (int)code;
    if (status == CURLE_OK && !answer->body && keep_bytes(&asking, "", 0))
        status = CURLE_OUT_OF_MEMORY;
    if (status != CURLE_OK) {
        const char *words = own_words(&asking);
        say(error, client, request->path, "%s",
            words    ? words
            : why[0] ? why
                     : curl_easy_strerror(status));
        return HTTP_FAILED;
    }
    if (code / 100 == 2)
        return HTTP_DONE;
    say_refusal(error, client, request->path, answer);
    return code / 100 == 4 ? HTTP_REFUSED : HTTP_FAILED;
}
