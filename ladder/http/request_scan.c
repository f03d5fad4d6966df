/* request_scan.c - see request_scan.h. Reads byte by byte, and keeps only the current word. */
#include "http/request_scan.h"

#include <string.h>
#include <strings.h>

void request_scan_init(struct request_scan *scan)
{
    *scan = (struct request_scan){.state = SCAN_METHOD};
}

static void fail(struct request_scan *scan, const char *why)
{
    scan->state = SCAN_BAD;
    scan->why = why;
}

/* RFC 9110, 5.6.2: what methods and the names of headers are made of. */
static bool is_token(unsigned char byte)
{
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= 'a' && byte <= 'z') || (byte && strchr("!#$%&'*+-.^_`|~", byte));
}

static void word_add(struct request_scan *scan, unsigned char byte)
{
    /* A longer word is not one of those that matter, which are all shorter. */
    if (scan->word_size < SCAN_WORD_MAX - 1)
        scan->word[scan->word_size++] = (char)byte;
    scan->word[scan->word_size] = '\0';
}

static bool word_is(const struct request_scan *scan, const char *word)
{
    return strcasecmp(scan->word, word) == 0;
}

static void word_begin(struct request_scan *scan)
{
    scan->word_size = 0;
    scan->word[0] = '\0';
}

/* Adds to a text that is "" once it is too long. */
static void text_add(char *text, int *size, int max, unsigned char byte)
{
    if (*size < max - 1)
        text[*size] = (char)byte;
    text[*size < max - 1 ? *size + 1 : 0] = '\0';
    *size += *size < max;
}

/* The address of a version of a bot. */
static bool is_upload(const struct request_scan *scan)
{
    static const char before[] = "/api/v1/bots/", between[] = "/versions/";
    return scan->is_put && strncmp(scan->target, before, sizeof before - 1) == 0 &&
           strstr(scan->target, between);
}

/* The methods whose body libevent reads; what follows another request is the next one to it. */
static void method_over(struct request_scan *scan)
{
    scan->is_put = word_is(scan, "PUT");
    scan->target_size = scan->said_size = 0;
    scan->target[0] = scan->said[0] = '\0';
    scan->expects = false;
    scan->may_have_body = word_is(scan, "POST") || word_is(scan, "PUT") || word_is(scan, "PATCH");
    scan->has_length = scan->has_host = false;
    scan->body_bytes = 0;
    scan->state = SCAN_TARGET;
}

static void name_over(struct request_scan *scan)
{
    scan->is_length = word_is(scan, "Content-Length");
    scan->is_said = word_is(scan, "Authorization");
    scan->expects |= word_is(scan, "Expect");
    scan->length_over = false;
    scan->digits = 0;
    scan->state = SCAN_SPACE;
    if (scan->is_length && scan->has_length)
        fail(scan, "two Content-Lengths");
    else if (word_is(scan, "Transfer-Encoding"))
        fail(scan, "Transfer-Encoding: a body comes with its Content-Length here");
    else if (word_is(scan, "Host") && scan->has_host)
        fail(scan, "two Hosts");
    scan->has_length |= scan->is_length;
    scan->has_host |= word_is(scan, "Host");
}

static void length_add(struct request_scan *scan, unsigned char byte)
{
    bool blank = byte == ' ' || byte == '\t';
    if (blank && scan->digits > 0)
        scan->length_over = true;
    else if (byte < '0' || byte > '9' || scan->length_over || scan->digits == SCAN_BODY_DIGITS_MAX)
        fail(scan, "Content-Length: expected a number of at most 9 digits");
    else {
        scan->body_bytes = scan->body_bytes * 10 + (byte - '0');
        scan->digits++;
    }
}

static void line_over(struct request_scan *scan)
{
    switch (scan->state) {
    case SCAN_METHOD:
        fail(scan, "no request line");
        return;
    case SCAN_NAME:
        if (scan->word_size > 0) {
            fail(scan, "a header without a colon");
            return;
        }
        if (scan->body_bytes > 0 && !scan->may_have_body) {
            fail(scan, "a body with a method that has none");
            return;
        }
        scan->requests++;
        scan->state = scan->body_bytes == 0 ? SCAN_METHOD
                      : is_upload(scan)     ? SCAN_UPLOAD
                                            : SCAN_BODY;
        word_begin(scan);
        return;
    case SCAN_SPACE:
    case SCAN_VALUE:
        if (scan->is_length && scan->digits == 0) {
            fail(scan, "Content-Length: expected a number of at most 9 digits");
            return;
        }
        break;
    case SCAN_TARGET:
    case SCAN_BODY:
    case SCAN_UPLOAD:
    case SCAN_BAD:
        break;
    }
    scan->state = SCAN_NAME;
    word_begin(scan);
}

static void value_add(struct request_scan *scan, unsigned char byte)
{
    if (scan->is_length)
        length_add(scan, byte);
    else if (scan->is_said && scan->is_put)
        text_add(scan->said, &scan->said_size, SCAN_SAID_MAX, byte);
}

/* A byte of a line that neither ends it nor is a control character. */
static void byte_take(struct request_scan *scan, unsigned char byte)
{
    switch (scan->state) {
    case SCAN_METHOD:
        if (is_token(byte))
            word_add(scan, byte);
        else if (byte == ' ' && scan->word_size > 0)
            method_over(scan);
        else
            fail(scan, "no request line");
        return;
    case SCAN_NAME:
        if (is_token(byte))
            word_add(scan, byte);
        else if (byte == ':' && scan->word_size > 0)
            name_over(scan);
        else
            fail(scan, "a header's name is followed by its colon, and no line is folded");
        return;
    case SCAN_SPACE:
        if (byte == ' ' || byte == '\t')
            return;
        scan->state = SCAN_VALUE;
        value_add(scan, byte);
        return;
    case SCAN_VALUE:
        value_add(scan, byte);
        return;
    case SCAN_TARGET:
        /* Up to its end, which the version of the protocol follows. */
        if (scan->is_put && byte == ' ')
            scan->target_size = SCAN_TARGET_MAX + 1;
        if (scan->is_put && scan->target_size <= SCAN_TARGET_MAX)
            text_add(scan->target, &scan->target_size, SCAN_TARGET_MAX, byte);
        return;
    case SCAN_BODY:
    case SCAN_UPLOAD:
    case SCAN_BAD:
        return;
    }
}

static void head_take(struct request_scan *scan, unsigned char byte)
{
    if (scan->return_seen) {
        scan->return_seen = false;
        if (byte == '\n')
            line_over(scan);
        else
            fail(scan, "a carriage return without its line feed");
    } else if (byte == '\r') {
        scan->return_seen = true;
    } else if (byte == '\n') {
        fail(scan, "a line feed without its carriage return");
    } else if ((byte < ' ' && byte != '\t') || byte == 0x7f) {
        fail(scan, "a control character");
    } else {
        byte_take(scan, byte);
    }
}

void request_scan_take(struct request_scan *scan, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size && scan->state != SCAN_BAD; i++) {
        if (scan->state == SCAN_UPLOAD) {
            scan->after += (int64_t)(size - i);
            return;
        }
        if (scan->state != SCAN_BODY) {
            head_take(scan, bytes[i]);
            continue;
        }
        int64_t left = (int64_t)(size - i);
        int64_t body = scan->body_bytes < left ? scan->body_bytes : left;
        scan->body_bytes -= body;
        i += (size_t)body - 1;
        if (scan->body_bytes == 0)
            scan->state = SCAN_METHOD;
    }
}

const char *request_scan_why(const struct request_scan *scan, int64_t number)
{
    if (number <= scan->requests)
        return NULL;
    return scan->state == SCAN_BAD ? scan->why : "more requests than were read";
}
