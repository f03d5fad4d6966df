/* endpoint.c - addresses, ports and paths as text, as values, and as numbers for limits. */
#include "base/endpoint.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Marks in the upper half of a key. Of the IPv6 networks that these numbers would be, only that of
 * ::1 is in use; any others share one key. */
#define KEY_IP4 ((uint64_t)1 << 32)
#define KEY_USER ((uint64_t)2 << 32)
#define KEY_LOOP6 ((uint64_t)3 << 32)
#define KEY_LOW6 ((uint64_t)4 << 32)

static const char unix_prefix[] = "unix:";
static const uint8_t any[16], loop6[16] = {[15] = 1};
static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

/* ------------------------------------------------------------------------------------- reading */

/* One to five digits, to the end of the text. Returns -1 for anything else. */
static int parse_port(const char *text, uint16_t *port)
{
    size_t digits = strspn(text, "0123456789");
    long number = digits > 0 && digits < 6 ? strtol(text, NULL, 10) : 65536;

    *port = (uint16_t)number;
    return text[digits] || number > 65535 ? -1 : 0;
}

/* Reads the index or the name of an interface. Returns 0 if there is none. */
static uint32_t parse_scope(const char *text)
{
    size_t digits = strspn(text, "0123456789");

    return *text && !text[digits] && digits < 9 ? (uint32_t)strtoul(text, NULL, 10)
                                                : if_nametoindex(text);
}

static int parse_ip6(const char *text, struct endpoint *endpoint)
{
    char address[INET6_ADDRSTRLEN];
    size_t size = strcspn(text, "%");

    if (size >= sizeof address)
        return -1;
    memcpy(address, text, size);
    address[size] = 0;
    if (inet_pton(AF_INET6, address, endpoint->ip) != 1)
        return -1;
    if (text[size] && (endpoint->scope = parse_scope(text + size + 1)) == 0)
        return -1;
    endpoint->kind = ENDPOINT_IP6;
    if (memcmp(endpoint->ip, mapped, sizeof mapped) == 0) {
        endpoint->kind = ENDPOINT_IP4;
        memmove(endpoint->ip, endpoint->ip + 12, 4);
        memset(endpoint->ip + 4, 0, 12);
    }
    return 0;
}

static int parse_ip4(const char *text, struct endpoint *endpoint)
{
    endpoint->kind = ENDPOINT_IP4;
    return inet_pton(AF_INET, text, endpoint->ip) == 1 ? 0 : -1;
}

/* Letters, digits, dashes, dots; the last part begins with a letter, so that a wrong IPv4 address
 * is not taken for a name. */
static int parse_name(const char *text, struct endpoint *endpoint)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    static const char bytes[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.";
    const char *dot = strrchr(text, '.'), *last = dot ? dot + 1 : text;
    size_t size = strlen(text);

    if (strcmp(text, "localhost") == 0)
        return parse_ip4("127.0.0.1", endpoint);
    if (size == 0 || size > 100 || strspn(text, bytes) != size || !*last || !strchr(letters, *last))
        return -1;
    endpoint->kind = ENDPOINT_NAME;
    memcpy(endpoint->path, text, size + 1);
    return 0;
}

int endpoint_parse_address(const char *text, struct endpoint *endpoint)
{
    memset(endpoint, 0, sizeof *endpoint);
    return strchr(text, ':') ? parse_ip6(text, endpoint) : parse_ip4(text, endpoint);
}

/* "0" and three octal digits, which give only rights to read and write. */
static int parse_mode(const char *text, uint16_t *mode)
{
    if (text[0] != '0' || strspn(text + 1, "0246") != 3 || text[4])
        return -1;
    *mode = (uint16_t)strtoul(text, NULL, 8);
    return 0;
}

static int parse_path(const char *text, struct endpoint *endpoint)
{
    static const char mode_word[] = "?mode=";
    size_t size = strcspn(text, "?");

    endpoint->kind = ENDPOINT_UNIX;
    endpoint->mode = ENDPOINT_MODE;
    if (size == 0 || size >= sizeof endpoint->path)
        return -1;
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)text[i] < 0x20 || text[i] == 0x7f)
            return -1;
    memcpy(endpoint->path, text, size);
    endpoint->path[size] = 0;
    if (!text[size])
        return 0;
    return strncmp(text + size, mode_word, strlen(mode_word)) == 0
               ? parse_mode(text + size + strlen(mode_word), &endpoint->mode)
               : -1;
}

int endpoint_parse(const char *text, struct endpoint *endpoint)
{
    char host[ENDPOINT_TEXT_BYTES];
    const char *colon = strrchr(text, ':');

    memset(endpoint, 0, sizeof *endpoint);
    if (strncmp(text, unix_prefix, strlen(unix_prefix)) == 0)
        return parse_path(text + strlen(unix_prefix), endpoint);
    if (!colon || colon - text >= (int)sizeof host || parse_port(colon + 1, &endpoint->port))
        return -1;
    size_t size = (size_t)(colon - text);
    memcpy(host, text, size);
    host[size] = 0;
    if (host[0] == '[') {
        if (size < 3 || host[size - 1] != ']')
            return -1;
        host[size - 1] = 0;
        return parse_ip6(host + 1, endpoint);
    }
    return parse_ip4(host, endpoint) ? parse_name(host, endpoint) : 0;
}

static bool is_same(const struct endpoint *one, const struct endpoint *other)
{
    bool free_port = one->kind != ENDPOINT_UNIX && one->port == 0; /* each gets one of its own */

    return !free_port && one->kind == other->kind && one->port == other->port &&
           one->scope == other->scope && memcmp(one->ip, other->ip, sizeof one->ip) == 0 &&
           strcmp(one->path, other->path) == 0;
}

/* [::] takes IPv4 connections, too, unless 0.0.0.0 has the same port. */
static void part_families(struct endpoint *list, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (list[i].kind == ENDPOINT_IP6 && endpoint_is_any(&list[i]) &&
                list[k].kind == ENDPOINT_IP4 && list[i].port == list[k].port && list[i].port > 0)
                list[i].only6 = true;
}

int endpoint_parse_list(const char *text, struct endpoint list[ENDPOINT_LIST_MAX])
{
    char word[ENDPOINT_TEXT_BYTES + 16];
    int count = 0;

    for (const char *at = text;; at++) {
        size_t size = strcspn(at, ",");
        if (count == ENDPOINT_LIST_MAX || size >= sizeof word)
            return -1;
        memcpy(word, at, size);
        word[size] = 0;
        if (endpoint_parse(word, &list[count]))
            return -1;
        for (int i = 0; i < count; i++)
            if (is_same(&list[i], &list[count]))
                return -1;
        count++;
        at += size;
        if (!*at)
            break;
    }
    part_families(list, count);
    return count;
}

/* ------------------------------------------------------------------------------------- writing */

void endpoint_format_host(const struct endpoint *endpoint, char text[ENDPOINT_TEXT_BYTES])
{
    text[0] = 0;
    if (endpoint->kind == ENDPOINT_IP4)
        inet_ntop(AF_INET, endpoint->ip, text, ENDPOINT_TEXT_BYTES);
    if (endpoint->kind == ENDPOINT_IP6)
        inet_ntop(AF_INET6, endpoint->ip, text, ENDPOINT_TEXT_BYTES);
    if (endpoint->kind == ENDPOINT_NAME)
        snprintf(text, ENDPOINT_TEXT_BYTES, "%s", endpoint->path);
}

const char *endpoint_format(const struct endpoint *endpoint, char text[ENDPOINT_TEXT_BYTES])
{
    char host[ENDPOINT_TEXT_BYTES], scope[16] = "";

    endpoint_format_host(endpoint, host);
    if (endpoint->scope)
        snprintf(scope, sizeof scope, "%%%u", (unsigned)endpoint->scope);
    switch (endpoint->kind) {
    case ENDPOINT_NONE:
        return strcpy(text, "-");
    case ENDPOINT_IP4:
    case ENDPOINT_NAME:
        snprintf(text, ENDPOINT_TEXT_BYTES, "%.110s:%u", host, endpoint->port);
        break;
    case ENDPOINT_IP6:
        snprintf(text, ENDPOINT_TEXT_BYTES, "[%.46s%s]:%u", host, scope, endpoint->port);
        break;
    case ENDPOINT_UNIX:
        if (endpoint->path[0])
            snprintf(text, ENDPOINT_TEXT_BYTES, "unix:%s", endpoint->path);
        else
            snprintf(text, ENDPOINT_TEXT_BYTES, "unix:%u:%d", (unsigned)endpoint->uid,
                     (int)endpoint->pid);
    }
    return text;
}

void endpoint_format_list(const struct endpoint *list, int count, char *text, size_t size)
{
    char one[ENDPOINT_TEXT_BYTES];
    size_t used = 0;

    text[0] = 0;
    for (int i = 0; i < count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? "," : "",
                                 endpoint_format(&list[i], one));
}

/* ------------------------------------------------------------------------------ what it is to us
 */

bool endpoint_is_local(const struct endpoint *endpoint)
{
    return endpoint->kind == ENDPOINT_UNIX ||
           (endpoint->kind == ENDPOINT_IP4 && endpoint->ip[0] == 127) ||
           (endpoint->kind == ENDPOINT_IP6 && memcmp(endpoint->ip, loop6, sizeof loop6) == 0);
}

bool endpoint_is_any(const struct endpoint *endpoint)
{
    return (endpoint->kind == ENDPOINT_IP4 || endpoint->kind == ENDPOINT_IP6) &&
           memcmp(endpoint->ip, any, sizeof any) == 0;
}

static uint64_t number_of(const uint8_t *bytes, int count)
{
    uint64_t number = 0;

    for (int i = 0; i < count; i++)
        number = number << 8 | bytes[i];
    return number;
}

static uint64_t key_of_six(const struct endpoint *endpoint)
{
    uint64_t network = number_of(endpoint->ip, 8);

    if (endpoint_is_local(endpoint))
        return KEY_LOOP6;
    return network > KEY_LOW6 ? network : KEY_LOW6;
}

uint64_t endpoint_key(const struct endpoint *endpoint)
{
    switch (endpoint->kind) {
    case ENDPOINT_IP4:
        return KEY_IP4 | number_of(endpoint->ip, 4);
    case ENDPOINT_IP6:
        return key_of_six(endpoint);
    case ENDPOINT_UNIX:
        return KEY_USER | endpoint->uid;
    case ENDPOINT_NONE:
    case ENDPOINT_NAME:
        break;
    }
    return 0;
}

bool endpoint_key_is_local(uint64_t key)
{
    return key == KEY_LOOP6 || key >> 32 == KEY_USER >> 32 ||
           (key >> 32 == KEY_IP4 >> 32 && (key >> 24 & 0xff) == 127);
}

size_t endpoint_key_bytes(uint64_t key, uint8_t bytes[ENDPOINT_KEY_BYTES])
{
    bool four = key >> 32 == KEY_IP4 >> 32;
    size_t count = four ? 4 : key > KEY_LOW6 ? 8 : 0;

    for (size_t i = 0; i < count; i++)
        bytes[i] = (uint8_t)(key >> (8 * (count - 1 - i)));
    if (count == 8)
        bytes[count++] = 6;
    return count;
}
