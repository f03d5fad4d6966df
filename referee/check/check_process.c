/* check_process.c - the process of the bot under test, and all bytes to and from it. */
#include "check/check.h"

#include <errno.h>
#include <event2/event.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PUT_USEC = 1000000, PIECE_BYTES_MAX = 24, PIECE_PAUSE_NSEC = 100000, WAIT_MSEC = 5 };

/* Called when the process is reaped, or earlier. */
static void on_start_failed(struct arena *arena, const char *why)
{
    struct check_process *bot = arena_owner(arena);
    snprintf(bot->start_error, sizeof bot->start_error, "%s", why);
}

int check_process_start(struct check_process *bot, const char *command,
                        const struct sandbox_config *sandbox)
{
    static const struct arena_callbacks callbacks = {.start_failed = on_start_failed};

    memset(bot, 0, sizeof *bot);
    bot->base = event_base_new();
    if (bot->base)
        bot->arena = arena_create(bot->base, &callbacks, bot);
    if (!bot->arena) {
        if (bot->base)
            event_base_free(bot->base);
        bot->base = NULL;
        return ENOMEM;
    }
    bot->peer = arena_spawn(bot->arena, command, sandbox, "check");
    if (!bot->peer) {
        int error = errno;
        check_process_end(bot);
        return error;
    }
    bot->pid = peer_pid(bot->peer);
    return 0;
}

void check_process_end(struct check_process *bot)
{
    if (!bot->base)
        return;
    arena_destroy(bot->arena);
    event_base_free(bot->base);
    bot->base = NULL;
    bot->peer = NULL;
}

int check_process_wait(struct check_process *bot, usec_t deadline)
{
    siginfo_t info;

    /* It stays a zombie: the arena reaps it, with its children. */
    for (;;) {
        memset(&info, 0, sizeof info);
        if (waitid(P_PID, (id_t)bot->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
            return info.si_code == CLD_EXITED ? info.si_status << 8 : info.si_status;
        if (clock_now_usec() >= deadline)
            return -1;
        poll(NULL, 0, WAIT_MSEC);
    }
}

void check_process_close_input(struct check_process *bot)
{
    connection_close_output(bot->peer);
}

/* ----------------------------------------------------------------------------- what is shown */

static void show_byte(struct check_shown *shown, char c)
{
    enum { KEEP = CHECK_SHOWN_MAX * 3 / 4 };

    if (shown->size == sizeof shown->text - 1) {
        memmove(shown->text, shown->text + shown->size - KEEP, KEEP);
        memcpy(shown->text, "...", 3);
        shown->size = KEEP;
    }
    shown->text[shown->size++] = c;
    shown->text[shown->size] = 0;
}

/* Bytes as one line: all but printable ASCII in hex. */
static void show_bytes(struct check_shown *shown, const char *bytes, size_t size)
{
    static const char digits[] = "0123456789abcdef";

    if (shown->size > 0)
        show_byte(shown, '\n');
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c >= ' ' && c <= '~') {
            show_byte(shown, (char)c);
        } else if (c != '\n' || i + 1 < size) {
            show_byte(shown, '\\');
            show_byte(shown, 'x');
            show_byte(shown, digits[c >> 4]);
            show_byte(shown, digits[c & 15]);
        }
    }
}

static void show_message(struct check_shown *shown, const struct message *message,
                         const char *bytes, size_t size)
{
    static char line[FRAME_BYTES_MAX];
    int encoded = message->kind == MESSAGE_UNKNOWN
                      ? -1
                      : scribe_message(message, ENCODING_TEXT, line, sizeof line);

    if (encoded > 0)
        show_bytes(shown, line, (size_t)encoded);
    else
        show_bytes(shown, bytes, size);
}

void check_process_forget(struct check_process *bot)
{
    bot->sent.size = bot->got.size = 0;
    bot->sent.text[0] = bot->got.text[0] = 0;
}

/* --------------------------------------------------------------------------------- its output */

/* Returns false after the end of its output. */
static bool read_more(struct check_process *bot, usec_t deadline, bool *late)
{
    struct pollfd wanted = {.fd = connection_read_fd(bot->peer), .events = POLLIN};

    *late = false;
    for (;;) {
        usec_t left = deadline - clock_now_usec();
        int msec = left <= 0 ? 0 : left > 3600000000 ? 3600000 : (int)((left + 999) / 1000);
        int ready = poll(&wanted, 1, msec);
        if (ready == 0) {
            *late = true;
            return true;
        }
        ssize_t got =
            read(connection_read_fd(bot->peer), bot->in + bot->have, sizeof bot->in - bot->have);
        bot->readable = clock_now_usec();
        if (got < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (got <= 0)
            return false;
        bot->have += (size_t)got;
        return true;
    }
}

static void drop_used(struct check_process *bot)
{
    bot->have -= bot->used;
    memmove(bot->in, bot->in + bot->used, bot->have);
    bot->used = 0;
}

enum check_input check_process_next(struct check_process *bot, usec_t deadline,
                                    struct message *message)
{
    bool late = false;

    drop_used(bot);
    for (;;) {
        size_t bad = 0;
        int size = stream_next(&bot->encoding, FROM_CLIENT, bot->in, bot->have, message, &bad);
        if (size > 0) {
            bot->used = (size_t)size;
            show_message(&bot->got, message, bot->in, bot->used);
            return CHECK_INPUT_MESSAGE;
        }
        if (size < 0) {
            bot->bad = size;
            bot->used = size == PROTOCOL_ERROR_LOST ? bot->have : bad;
            show_bytes(&bot->got, bot->in, bot->used);
            return CHECK_INPUT_BAD;
        }
        if (bot->ended)
            return CHECK_INPUT_END;
        bot->ended = !read_more(bot, deadline, &late);
        if (late)
            return CHECK_INPUT_LATE;
        if (bot->ended && bot->have > 0)
            show_bytes(&bot->got, bot->in, bot->have);
    }
}

/* ---------------------------------------------------------------------------------- its input */

/* A map of up to 15 pairs counts them in its first byte, a larger one in the two bytes after it. */
static size_t add_pairs(char *bytes, size_t size, const char *pairs, size_t pairs_size,
                        unsigned count)
{
    unsigned char head = (unsigned char)bytes[0];
    unsigned have = head == 0xde ? (unsigned)(unsigned char)bytes[1] << 8 | (unsigned char)bytes[2]
                                 : head & 15u;

    if (head != 0xde) {
        memmove(bytes + 3, bytes + 1, size - 1);
        size += 2;
    }
    bytes[0] = (char)0xde;
    bytes[1] = (char)((have + count) >> 8);
    bytes[2] = (char)(have + count);
    memcpy(bytes + size, pairs, pairs_size);
    return size + pairs_size;
}

size_t check_process_add_keys(enum encoding encoding, char *bytes, size_t size)
{
    static const char words[] = " x-new=a%20b,%,=c x-flag=1 x-empty=\n";
    static const char pairs[] = "\xa5x-new\x93\xa3"
                                "a b\xa0\xa2=c\xa6x-flag\xc3\xa7x-empty\x90";

    if (encoding == ENCODING_MSGPACK)
        return add_pairs(bytes, size, pairs, sizeof pairs - 1, 3);
    memcpy(bytes + size - 1, words, sizeof words - 1);
    return size + sizeof words - 2;
}

void check_process_put(struct check_process *bot, const struct message *message)
{
    enum encoding encoding = bot->encoding == ENCODING_MSGPACK ? ENCODING_MSGPACK : ENCODING_TEXT;
    char *at = bot->out + bot->out_size;
    size_t room = sizeof bot->out - bot->out_size;

    if (room < FRAME_BYTES_MAX + CHECK_KEYS_MAX)
        return; /* a bot that does not read any more: the flush reports it */
    int encoded = scribe_message(message, encoding, at, FRAME_BYTES_MAX);
    if (encoded <= 0)
        abort(); /* our own messages fit */
    size_t size = (size_t)encoded;
    if (bot->extra_keys)
        size = check_process_add_keys(encoding, at, size);
    if (encoding == ENCODING_TEXT)
        show_bytes(&bot->sent, at, size);
    else
        show_message(&bot->sent, message, at, size);
    bot->out_size += size;
    if (bot->delivery == CHECK_BY_MESSAGE)
        check_process_flush(bot, PUT_USEC);
}

void check_process_put_unknown(struct check_process *bot)
{
    static const char line[] = "x-weather g=1 wind=3 sky=grey%20sky\n";
    static const char map[] = "\x83\xa1t\xa9x-weather\xa4wind\x03\xa3sky\xa8grey sky";
    bool text = bot->encoding != ENCODING_MSGPACK;
    const char *bytes = text ? line : map;
    size_t size = text ? sizeof line - 1 : sizeof map - 1;

    if (sizeof bot->out - bot->out_size < size)
        return;
    memcpy(bot->out + bot->out_size, bytes, size);
    bot->out_size += size;
    show_bytes(&bot->sent, bytes, size);
    if (bot->delivery == CHECK_BY_MESSAGE)
        check_process_flush(bot, PUT_USEC);
}

/* Writes some bytes of the rest. */
static ssize_t write_some(struct check_process *bot, const char *bytes, size_t size)
{
    const struct timespec pause = {.tv_nsec = PIECE_PAUSE_NSEC};

    if (bot->delivery == CHECK_IN_PIECES) {
        size_t piece = 1 + bot->out_size % PIECE_BYTES_MAX * size % PIECE_BYTES_MAX;
        size = size < piece ? size : piece;
        nanosleep(&pause, NULL); /* otherwise the pipe joins the pieces again */
    }
    return write(connection_write_fd(bot->peer), bytes, size);
}

bool check_process_flush(struct check_process *bot, usec_t wait)
{
    usec_t deadline = clock_now_usec() + wait;
    size_t done = 0;

    while (done < bot->out_size) {
        ssize_t written = write_some(bot, bot->out + done, bot->out_size - done);
        if (written > 0) {
            done += (size_t)written;
        } else if (written < 0 && errno == EAGAIN && clock_now_usec() < deadline) {
            struct pollfd wanted = {.fd = connection_write_fd(bot->peer), .events = POLLOUT};
            poll(&wanted, 1, WAIT_MSEC);
        } else if (written == 0 || errno != EINTR) {
            break; /* full; or its input is closed, and the end of its output tells the reason */
        }
    }
    bot->out_size -= done;
    memmove(bot->out, bot->out + done, bot->out_size);
    return bot->out_size == 0;
}
