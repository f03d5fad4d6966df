/* webhook_post.c - see webhook_post.h. */
#include "webhook/webhook_post.h"

#include <curl/curl.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct webhook_post {
    struct webhook_post *next;
    CURL *curl;
    struct curl_slist *headers;
    char *body, error[CURL_ERROR_SIZE];
    size_t taken; /* bytes of the answer */
    bool ended, too_large;
    CURLcode result;
};

struct webhook_posts {
    CURLM *multi;
    struct webhook_post *first; /* all of them */
};

/* ------------------------------------------------------------------------------------- the URL */

static bool part_is_there(CURLU *parts, CURLUPart part)
{
    char *text = NULL;
    bool there = curl_url_get(parts, part, &text, 0) == CURLUE_OK;
    curl_free(text);
    return there;
}

static int label_write(CURLU *parts, char label[WEBHOOK_LABEL_BYTES])
{
    char *scheme = NULL, *host = NULL, *port = NULL;
    int status = -1;

    if (curl_url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
        (strcmp(scheme, "http") == 0 || strcmp(scheme, "https") == 0) &&
        curl_url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
        curl_url_get(parts, CURLUPART_PORT, &port, CURLU_DEFAULT_PORT) == CURLUE_OK) {
        snprintf(label, WEBHOOK_LABEL_BYTES, "%s://%.70s:%s", scheme, host, port);
        status = 0;
    }
    curl_free(scheme);
    curl_free(host);
    curl_free(port);
    return status;
}

int webhook_post_label(const char *url, char label[WEBHOOK_LABEL_BYTES])
{
    CURLU *parts = strlen(url) <= WEBHOOK_URL_MAX ? curl_url() : NULL;
    int status = -1;

    if (parts && curl_url_set(parts, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK &&
        !part_is_there(parts, CURLUPART_USER) && !part_is_there(parts, CURLUPART_PASSWORD) &&
        !part_is_there(parts, CURLUPART_FRAGMENT))
        status = label_write(parts, label);
    curl_url_cleanup(parts);
    return status;
}

/* ------------------------------------------------------------------------------------- requests */

/* Both of heads and bodies. */
static size_t drop_bytes(char *bytes, size_t size, size_t count, void *context)
{
    struct webhook_post *post = context;
    (void)bytes;

    post->taken += size * count;
    post->too_large = post->taken > WEBHOOK_ANSWER_MAX;
    return post->too_large ? 0 : size * count;
}

static int header_add(struct webhook_post *post, const char *name, const char *value)
{
    char line[200];
    snprintf(line, sizeof line, "%s: %s", name, value);
    struct curl_slist *longer = curl_slist_append(post->headers, line);

    if (!longer)
        return -1;
    post->headers = longer;
    return 0;
}

/* Programs that this process starts do not get the socket. */
static int close_on_exec(void *context, curl_socket_t fd, curlsocktype purpose)
{
    (void)context;
    (void)purpose;
    return fcntl(fd, F_SETFD, FD_CLOEXEC) < 0 ? CURL_SOCKOPT_ERROR : CURL_SOCKOPT_OK;
}

static bool set_options(struct webhook_post *post, const struct webhook_order *order)
{
    CURL *curl = post->curl;

    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_PRIVATE, post);
    curl_easy_setopt(curl, CURLOPT_ERRORBUFFER, post->error);
    curl_easy_setopt(curl, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT_MS, (long)WEBHOOK_OPEN_MSEC);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS,
                     (long)(order->limit_msec ? order->limit_msec : WEBHOOK_POST_MSEC));
    curl_easy_setopt(curl, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "avondale/" AVONDALE_VERSION);
    curl_easy_setopt(curl, CURLOPT_FORBID_REUSE, 1L); /* no connection waits at a receiver */
    curl_easy_setopt(curl, CURLOPT_SOCKOPTFUNCTION, close_on_exec);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, drop_bytes);
    curl_easy_setopt(curl, CURLOPT_WRITEDATA, post);
    curl_easy_setopt(curl, CURLOPT_HEADERFUNCTION, drop_bytes);
    curl_easy_setopt(curl, CURLOPT_HEADERDATA, post);
    curl_easy_setopt(curl, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(post->body));
    curl_easy_setopt(curl, CURLOPT_POSTFIELDS, post->body);
    return curl_easy_setopt(curl, CURLOPT_URL, order->url) == CURLE_OK &&
#if LIBCURL_VERSION_NUM >= 0x075500
           curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "http,https") == CURLE_OK &&
#else
           curl_easy_setopt(curl, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS)) ==
               CURLE_OK &&
#endif
           curl_easy_setopt(curl, CURLOPT_HTTPHEADER, post->headers) == CURLE_OK;
}

static void post_free(struct webhook_posts *posts, struct webhook_post *post)
{
    struct webhook_post **link = &posts->first;

    while (*link && *link != post)
        link = &(*link)->next;
    if (*link)
        *link = post->next;
    if (post->curl)
        curl_multi_remove_handle(posts->multi, post->curl);
    curl_easy_cleanup(post->curl);
    curl_slist_free_all(post->headers);
    free(post->body);
    free(post);
}

struct webhook_posts *webhook_post_open(void)
{
    struct webhook_posts *posts =
        curl_global_init(CURL_GLOBAL_DEFAULT) == 0 ? calloc(1, sizeof *posts) : NULL;

    if (posts && (posts->multi = curl_multi_init()))
        return posts;
    free(posts);
    return NULL;
}

void webhook_post_close(struct webhook_posts *posts)
{
    if (!posts)
        return;
    while (posts->first)
        post_free(posts, posts->first);
    curl_multi_cleanup(posts->multi);
    free(posts);
    curl_global_cleanup();
}

void webhook_post_wait(struct webhook_posts *posts, int msec)
{
    CURLMsg *message;
    int count;

    (void)curl_multi_perform(posts->multi, &count);
    (void)curl_multi_poll(posts->multi, NULL, 0, msec, NULL);
    (void)curl_multi_perform(posts->multi, &count);
    while ((message = curl_multi_info_read(posts->multi, &count))) {
        char *post = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &post);
        ((struct webhook_post *)(void *)post)->result = message->data.result;
        ((struct webhook_post *)(void *)post)->ended = true;
    }
}

void webhook_post_wake(struct webhook_posts *posts)
{
    curl_multi_wakeup(posts->multi);
}

struct webhook_post *webhook_post_start(struct webhook_posts *posts,
                                        const struct webhook_order *order)
{
    struct webhook_post *post = calloc(1, sizeof *post);

    if (!post)
        return NULL;
    post->next = posts->first;
    posts->first = post;
    post->curl = curl_easy_init();
    post->body = strdup(order->body);
    if (post->curl && post->body && header_add(post, "Content-Type", "application/json") == 0 &&
        header_add(post, "Expect", "") == 0 &&
        header_add(post, "Avondale-Kind", order->kind) == 0 &&
        header_add(post, "Avondale-Delivery", order->id) == 0 &&
        header_add(post, "Avondale-Signature", order->signature) == 0 && set_options(post, order) &&
        curl_multi_add_handle(posts->multi, post->curl) == CURLM_OK)
        return post;
    post_free(posts, post);
    return NULL;
}

bool webhook_post_ended(struct webhook_posts *posts, struct webhook_post *post, bool *accepted,
                        char why[WEBHOOK_WHY_BYTES])
{
    long code = 0;

    if (!post->ended)
        return false;
    curl_easy_getinfo(post->curl, CURLINFO_RESPONSE_CODE, &code);
    *accepted = code / 100 == 2;
    if (code / 100 == 3)
        snprintf(why, WEBHOOK_WHY_BYTES, "it redirects (%ld), which is not followed", code);
    else if (post->too_large)
        snprintf(why, WEBHOOK_WHY_BYTES, "its answer is too long");
    else if (code > 0)
        snprintf(why, WEBHOOK_WHY_BYTES, "it answered %ld", code);
    else
        snprintf(why, WEBHOOK_WHY_BYTES, "%.*s", WEBHOOK_WHY_BYTES - 1,
                 post->error[0] ? post->error : curl_easy_strerror(post->result));
    post_free(posts, post);
    return true;
}
