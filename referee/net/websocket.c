/* websocket.c - frames to a stream of messages, and back.
 *
 * Output is cut into messages; a message that does not fit into the buffer goes out in several
 * frames. Bytes count as written only when the socket has them, so a slow reader fills the peer's
 * buffer, as on any connection, and not one of ours. Pongs go the same way: while one cannot be
 * written nothing more is read. */
#include "net/websocket.h"
#include "net/message_end.h"
#include "net/transport.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
    OUT_BYTES = 4096,
    HEADER_BYTES_MAX = 4,      /* of a frame that fits */
    ROOM_BYTES_MIN = 128,      /* a smaller part is not worth a frame */
    IN_BYTES = 4096,           /* one read */
    IN_FRAME_BYTES_MIN = 6,    /* an empty masked frame, for which the caller may get a line feed */
    MESSAGE_BYTES_MAX = 65536, /* stream.c has a lower limit and gives the reason */
    CODE_TRY_AGAIN_LATER = 1013,
};

enum kind { KIND_UNKNOWN, KIND_TEXT, KIND_BINARY };

struct websocket {
    const struct transport_functions *below;
    struct transport *transport; /* of the call in progress: it may be moved between calls */
    struct wslay_event_context *frames;
    enum kind kind;           /* of the first message from the other side, and of all later ones */
    bool ended;               /* nothing more is read */
    bool refused;             /* we have queued a close frame */
    bool may_read;            /* the one read that a call may still do */
    ssize_t read_status;      /* its result */
    bool is_control, is_last; /* of the current frame: for the protocol; the last of its message */
    bool message_begun;       /* the first byte of the message has arrived */
    bool line_over;           /* its last byte so far was a line feed */
    struct message_end end;   /* of the output */
    size_t taken;             /* bytes of the caller's in `out`, not yet reported as written */
    size_t out_size, out_sent, in_size, in_taken;
    uint8_t out[OUT_BYTES];
    char in[IN_BYTES + IN_BYTES / IN_FRAME_BYTES_MIN + 1];
};

static ssize_t fail(struct transport *transport, const char *why)
{
    transport->why = why;
    return TRANSPORT_ERROR;
}

/* ------------------------------------------------------------------------------- what libwslay
 * asks */

static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *bytes, size_t size, int flags,
                          void *context)
{
    struct websocket *socket = context;
    size_t room = size < IN_BYTES ? size : IN_BYTES;
    (void)flags;

    if (socket->may_read) {
        socket->may_read = false;
        socket->read_status = socket->below->read(socket->transport, bytes, room);
        if (socket->read_status > 0)
            return socket->read_status;
    }
    wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
    return -1;
}

static ssize_t take_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t size,
                          int flags, void *context)
{
    struct websocket *socket = context;
    (void)flags;

    if (size > OUT_BYTES - socket->out_size) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(socket->out + socket->out_size, bytes, size);
    socket->out_size += size;
    return (ssize_t)size;
}

static bool may_go_on(const struct websocket *socket)
{
    return !socket->refused && wslay_event_get_read_enabled(socket->frames);
}

static void refuse(struct websocket *socket, uint16_t code, const char *why)
{
    (void)wslay_event_queue_close(socket->frames, code, (const uint8_t *)why, strlen(why));
    socket->refused = true;
}

static void on_frame_begin(wslay_event_context_ptr frames,
                           const struct wslay_event_on_frame_recv_start_arg *frame, void *context)
{
    struct websocket *socket = context;
    (void)frames;

    socket->is_control = wslay_is_ctrl_frame(frame->opcode);
    socket->is_last = frame->fin;
    if (frame->opcode != WSLAY_TEXT_FRAME && frame->opcode != WSLAY_BINARY_FRAME)
        return;
    enum kind kind = frame->opcode == WSLAY_TEXT_FRAME ? KIND_TEXT : KIND_BINARY;
    if (socket->kind == KIND_UNKNOWN) {
        socket->kind = kind;
        message_end_init(&socket->end, kind == KIND_BINARY);
    }
    socket->message_begun = false;
    socket->line_over = false;
    if (kind != socket->kind)
        refuse(socket, WSLAY_CODE_UNSUPPORTED_DATA, "text and binary frames");
}

static bool is_map(uint8_t byte)
{
    return (byte & 0xf0) == 0x80 || byte == 0xde || byte == 0xdf;
}

static void on_payload(wslay_event_context_ptr frames,
                       const struct wslay_event_on_frame_recv_chunk_arg *chunk, void *context)
{
    struct websocket *socket = context;

    (void)frames;
    if (socket->is_control || chunk->data_length == 0 || !may_go_on(socket))
        return;
    if (!socket->message_begun && is_map(chunk->data[0]) != (socket->kind == KIND_BINARY)) {
        refuse(socket, WSLAY_CODE_UNSUPPORTED_DATA, "a text frame is a line, a binary frame a map");
        return;
    }
    socket->message_begun = true;
    assert(chunk->data_length < sizeof socket->in - socket->in_size);
    memcpy(socket->in + socket->in_size, chunk->data, chunk->data_length);
    socket->in_size += chunk->data_length;
    socket->line_over = chunk->data[chunk->data_length - 1] == '\n';
}

static void on_frame_end(wslay_event_context_ptr frames, void *context)
{
    struct websocket *socket = context;
    (void)frames;

    if (socket->is_control || !socket->is_last || !socket->message_begun || socket->line_over ||
        socket->kind != KIND_TEXT || !may_go_on(socket))
        return;
    socket->in[socket->in_size++] = '\n';
}

/* ----------------------------------------------------------------------------------- both
 * directions */

/* Puts waiting control frames into the buffer, and writes it. Returns 0, or a transport_status. */
static ssize_t pump(struct websocket *socket, struct transport *transport)
{
    do {
        if (wslay_event_want_write(socket->frames) && wslay_event_send(socket->frames))
            return fail(transport, "out of memory");
        while (socket->out_sent < socket->out_size) {
            ssize_t sent = socket->below->write(transport, socket->out + socket->out_sent,
                                                socket->out_size - socket->out_sent);
            if (sent < 0)
                return sent;
            socket->out_sent += (size_t)sent;
        }
        socket->out_sent = socket->out_size = 0;
    } while (wslay_event_want_write(socket->frames));
    return 0;
}

static ssize_t socket_read(struct transport *transport, void *bytes, size_t size)
{
    struct websocket *socket = transport->websocket;

    if (socket->in_taken == socket->in_size && !socket->ended) {
        socket->transport = transport;
        socket->in_taken = socket->in_size = 0;
        ssize_t status = pump(socket, transport);
        if (status && wslay_event_want_write(socket->frames))
            return status; /* the other side has to read first */
        socket->may_read = true;
        socket->read_status = TRANSPORT_WANT_READ;
        int error = wslay_event_recv(socket->frames);
        if (error == WSLAY_ERR_NOMEM)
            return fail(transport, "out of memory");
        socket->refused |=
            error != 0; /* not a valid frame: a close frame without a code is queued */
        (void)pump(socket,
                   transport); /* what cannot be written now is tried again before the next read */
        socket->ended = !may_go_on(socket) || socket->read_status == TRANSPORT_END ||
                        socket->read_status == TRANSPORT_ERROR;
    }
    size_t rest = socket->in_size - socket->in_taken;
    if (rest > 0) {
        size_t count = rest < size ? rest : size;
        memcpy(bytes, socket->in + socket->in_taken, count);
        socket->in_taken += count;
        return (ssize_t)count;
    }
    if (socket->read_status == TRANSPORT_ERROR || wslay_event_get_close_received(socket->frames) ||
        socket->read_status == TRANSPORT_END)
        return socket->read_status == TRANSPORT_ERROR ? TRANSPORT_ERROR : TRANSPORT_END;
    if (socket->ended)
        return fail(transport, "it breaks the WebSocket protocol");
    if (wslay_event_want_write(socket->frames))
        return TRANSPORT_WANT_WRITE; /* a pong waits: read nothing more before */
    transport->unread |= socket->read_status > 0 && socket->below->pending(transport);
    return socket->read_status > 0 ? TRANSPORT_WANT_READ : socket->read_status;
}

/* Reads the first byte of a frame: whether it begins and ends its message. */
static uint8_t first_byte(const struct websocket *socket, bool begins, bool ends)
{
    uint8_t opcode = !begins                       ? WSLAY_CONTINUATION_FRAME
                     : socket->kind == KIND_BINARY ? WSLAY_BINARY_FRAME
                                                   : WSLAY_TEXT_FRAME;
    return (uint8_t)((ends ? 0x80 : 0) | opcode);
}

/* Puts messages, or the next part of one, into the empty buffer. Returns the number of bytes taken.
 */
static size_t frame_messages(struct websocket *socket, const uint8_t *bytes, size_t size)
{
    size_t taken = 0;

    while (taken < size && OUT_BYTES - socket->out_size >= ROOM_BYTES_MIN) {
        struct message_end end = socket->end;
        size_t room = OUT_BYTES - socket->out_size - HEADER_BYTES_MAX;
        size_t count =
            message_end_find(&end, bytes + taken, size - taken < room ? size - taken : room);
        if (end.inside && taken > 0 && count == room)
            break;                                             /* it may fit next time */
        size_t payload = count - (!end.inside && !end.binary); /* without the line feed */
        uint8_t *out = socket->out + socket->out_size;
        out[0] = first_byte(socket, !socket->end.inside, !end.inside);
        out[1] = payload < 126 ? (uint8_t)payload : 126;
        out[2] = (uint8_t)(payload >> 8);
        out[3] = (uint8_t)payload;
        size_t header = payload < 126 ? 2 : 4;
        memcpy(out + header, bytes + taken, payload);
        socket->out_size += header + payload;
        socket->end = end;
        taken += count;
    }
    return taken;
}

static ssize_t socket_write(struct transport *transport, const void *bytes, size_t size)
{
    struct websocket *socket = transport->websocket;

    socket->transport = transport;
    ssize_t status = pump(socket, transport);
    if (status)
        return status;
    if (!wslay_event_get_write_enabled(socket->frames))
        return fail(transport, "the WebSocket is closed");
    if (!socket->taken) {
        socket->taken = frame_messages(socket, bytes, size);
        status = pump(socket, transport);
        if (status)
            return status;
    }
    assert(socket->taken <= size);
    ssize_t taken = (ssize_t)socket->taken;
    socket->taken = 0;
    return taken;
}

static bool socket_pending(const struct transport *transport)
{
    const struct websocket *socket = transport->websocket;
    return socket->in_taken < socket->in_size || socket->ended || socket->below->pending(transport);
}

/* Sends the close frame if there is room for it, without waiting for the answer. */
static void goodbye(struct transport *transport)
{
    struct websocket *socket = transport->websocket;

    if (!socket || transport->write_fd < 0 || socket->read_status == TRANSPORT_ERROR)
        return;
    socket->transport = transport;
    (void)wslay_event_queue_close(socket->frames, WSLAY_CODE_NORMAL_CLOSURE, NULL, 0);
    (void)pump(socket, transport);
}

static void socket_finish(struct transport *transport)
{
    goodbye(transport);
    transport->websocket->below->finish(transport);
}

static void socket_close(struct transport *transport)
{
    struct websocket *socket = transport->websocket;

    if (!socket)
        return;
    goodbye(transport);
    socket->below->close(transport);
    wslay_event_context_free(socket->frames);
    free(socket);
    transport->websocket = NULL;
}

static const struct transport_functions websocket_functions = {.read = socket_read,
                                                               .write = socket_write,
                                                               .pending = socket_pending,
                                                               .finish = socket_finish,
                                                               .close = socket_close};

/* ------------------------------------------------------------------------------------ open, refuse
 */

int websocket_open(struct transport *transport, int fd, struct ssl_st *ssl)
{
    const struct wslay_event_callbacks callbacks = {.recv_callback = give_bytes,
                                                    .send_callback = take_bytes,
                                                    .on_frame_recv_start_callback = on_frame_begin,
                                                    .on_frame_recv_chunk_callback = on_payload,
                                                    .on_frame_recv_end_callback = on_frame_end};
    struct websocket *socket = calloc(1, sizeof *socket);

    transport_init_upgraded(transport, fd, ssl);
    if (!socket || wslay_event_context_server_init(&socket->frames, &callbacks, socket)) {
        free(socket);
        transport_close(transport);
        return -1;
    }
    wslay_event_config_set_no_buffering(socket->frames, 1);
    wslay_event_config_set_max_recv_msg_length(socket->frames, MESSAGE_BYTES_MAX);
    socket->below = transport->functions;
    transport->websocket = socket;
    transport->functions = &websocket_functions;
    return 0;
}

void websocket_turn_away(int fd, struct ssl_st *ssl, const char *why)
{
    struct transport transport;

    if (websocket_open(&transport, fd, ssl))
        return;
    refuse(transport.websocket, CODE_TRY_AGAIN_LATER, why);
    transport_close(&transport);
}
