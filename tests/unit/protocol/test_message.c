/* test_message.c - the table of messages equals that of PROTOCOL.md. */
#include "messages.h"

/* For messages of the arena: a client that knows the keys needs no table of messages to read
 * text. */
static void a_key_has_one_type(void **context)
{
    (void)context;
    for (int a = 0; a < MESSAGE_KIND_COUNT; a++) {
        const struct message_schema *one = message_schema((enum message_kind)a);
        for (int b = 0; b < a; b++) {
            const struct message_schema *other = message_schema((enum message_kind)b);
            for (int i = 0; i < one->field_count; i++) {
                for (int k = 0; k < other->field_count; k++) {
                    if (one->from == FROM_SERVER && other->from == FROM_SERVER &&
                        strcmp(one->fields[i].key, other->fields[k].key) == 0 &&
                        one->fields[i].type != other->fields[k].type)
                        fail_msg("%s of %s and %s", one->fields[i].key, one->name, other->name);
                }
            }
        }
    }
}

/* The section has a row for the word. */
static void assert_row(const char *page, const char *section, const char *word)
{
    char want[64];
    const char *at = strstr(page, section);

    assert_non_null(at);
    snprintf(want, sizeof want, "\n| `%s` | ", word);
    const char *row = strstr(at, want), *end = strstr(at + 1, "\n## ");
    if (!row || (end && row > end))
        fail_msg("section '%s': no row for %s", section, word);
}

/* The page has every message and every key of the tables, and every error code. */
static void the_page_is_complete(void **context)
{
    static char page[1 << 18], want[160];
    FILE *file = fopen("protocol/PROTOCOL.md", "r");
    (void)context;

    assert_non_null(file);
    page[fread(page, 1, sizeof page - 1, file)] = 0;
    fclose(file);
    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        const struct message_schema *schema = message_schema((enum message_kind)kind);
        snprintf(want, sizeof want, "\n`%s`\n", schema->name);
        char *at = strstr(page, want);
        assert_non_null(at);
        char *end = strstr(at + 2, "\n`");
        for (int field = 0; field < schema->field_count; field++) {
            snprintf(want, sizeof want, "\n| `%s` |", schema->fields[field].key);
            char *row = strstr(at, want);
            if (!row || (end && row > end))
                fail_msg("%s: no row for %s", schema->name, schema->fields[field].key);
        }
    }
    for (int error = WIRE_ERROR_NONE + 1; error < WIRE_ERROR_COUNT; error++) {
        snprintf(want, sizeof want, "\n| `%s` | %s | ", wire_error_code((enum wire_error)error),
                 wire_error_text((enum wire_error)error));
        const char *row = strstr(page, want);
        if (!row || row[strlen(want)] == '\n')
            fail_msg("no row for the error '%s', or not what it costs", want);
    }
    /* The one-word values of `hand`, `over` and `event`. */
    for (int reason = REASON_NONE + 1; reason < REASON_COUNT; reason++)
        assert_row(page, "## 4. ", game_reason_name((enum reason)reason));
    for (int kind = 0; kind < EVENT_KIND_COUNT; kind++) {
        const unsigned messages =
            1u << EVENT_DEAL | 1u << EVENT_CARDS | 1u << EVENT_HAND | 1u << EVENT_OVER;
        if (!(messages >> kind & 1))
            assert_row(page, "## 4. ", event_name((enum event_kind)kind));
    }
    assert_null(strstr(page, "_name()"));
    for (int i = 0; phrase_key(i); i++) {
        const char *key = phrase_key(i), *text = phrase_text(key, strlen(key));
        assert_true(strlen(text) <= CHAT_BYTES_MAX);
        snprintf(want, sizeof want, "\n| `%s` | %s |", key, text);
        if (!strstr(page, want))
            fail_msg("no row for the phrase %s", key);
    }
    assert_null(phrase_text("hell", 4));
    assert_null(phrase_text("", 0));
}

static void cards_of_a_list_are_read(void **context)
{
    static struct message message;
    (void)context;

    message_init(&message, MESSAGE_DEAL);
    assert_true(message_cards(&message, DEAL_CARDS) == 0); /* a blind start */
    message_begin_list(&message, DEAL_CARDS);
    assert_true(message_cards(&message, DEAL_CARDS) == 0);
    message_add_copy(&message, DEAL_CARDS, "10H", 3);
    message_add_copy(&message, DEAL_CARDS, "11X", 3);
    message_add_copy(&message, DEAL_CARDS, "QS", 2);
    assert_true(message_cards(&message, DEAL_CARDS) ==
                (CARDSET(CARD(SUIT_H, RANK_10)) | CARDSET(CARD(SUIT_S, RANK_Q))));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_is_complete),
        cmocka_unit_test(a_key_has_one_type),
        cmocka_unit_test(cards_of_a_list_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
