/* dict_main.c - prints the dictionary of a fuzz target, made from the tables that its parser reads.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "protocol.h"

/* One entry, as libFuzzer reads it. */
static void print_bytes(const char *bytes, size_t size)
{
    putchar('"');
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c < ' ' || c > '~' || c == '"' || c == '\\')
            printf("\\x%02X", c);
        else
            putchar(c);
    }
    puts("\"");
}

static void print_word(const char *word)
{
    print_bytes(word, strlen(word));
}

/* A short string of msgpack: its head, then its bytes. */
static void print_packed(const char *word)
{
    char packed[32];
    size_t size = strlen(word);
    packed[0] = (char)(0xa0 | size);
    memcpy(packed + 1, word, size);
    print_bytes(packed, size + 1);
}

static void print_cards(void)
{
    for (card_t card = 0; card < CARDS_MAX; card++) {
        char text[CARD_TEXT_MAX];
        card_format(card, text);
        print_word(text);
    }
}

static void print_calls(void)
{
    for (call_t call = 0; call < CALL_COUNT; call++)
        print_word(call_name(call));
}

static const char *const action_words[] = {"take:", "keep",     "drop",     "look",  "slam",
                                           "no",    "give:",    "swap:",    "alone", "breach",
                                           "claim", "discard:", "partner:", ":RJ=H", ":BJ=S"};

static void print_actions(void)
{
    for (size_t i = 0; i < sizeof action_words / sizeof action_words[0]; i++)
        print_word(action_words[i]);
    print_calls();
    print_cards();
}

static void print_stream(void)
{
    for (int kind = 0; kind < MESSAGE_KIND_COUNT; kind++) {
        const struct message_schema *schema = message_schema((enum message_kind)kind);
        print_word(schema->name);
        print_packed(schema->name);
        for (int field = 0; field < schema->field_count; field++) {
            char pair[40];
            snprintf(pair, sizeof pair, " %s=", schema->fields[field].key);
            print_word(pair);
            print_packed(schema->fields[field].key);
        }
    }
    print_packed("t");
    print_word("%00");
    print_word("%");
    print_word("-9223372036854775808");
    print_word("\r\n");
}

/* The words of "rounds, once"; other descriptions give words that do no harm. */
static void print_allowed(const char *allowed)
{
    while (*allowed) {
        size_t size = strcspn(allowed, ", ");
        if (size > 0)
            print_bytes(allowed, size);
        allowed += size + strspn(allowed + size, ", ");
    }
}

static void print_rulesets(const char *after_name)
{
    for (int preset = 0; preset < preset_count(); preset++)
        print_word(preset_name(preset));
    for (int option = 0; option < option_count(); option++) {
        char name[64];
        snprintf(name, sizeof name, "%s%s", option_name(option), after_name);
        print_word(name);
        print_allowed(option_allowed(option));
    }
    print_calls();
}

static void print_ruleset(void)
{
    print_rulesets("=");
}

static void print_record(void)
{
    static const char *const keys[] = {"format",       "avondale-record/1",
                                       "game",         "ruleset",
                                       "preset",       "options",
                                       "players",      "dealer",
                                       "hands",        "result",
                                       "reason",       "winners",
                                       "scores",       "deal",
                                       "kitty",        "exposed",
                                       "stock",        "deck",
                                       "steps",        "legal",
                                       "contract",     "call",
                                       "by",           "partner",
                                       "slam",         "breach",
                                       "partner_card", "tricks",
                                       "delta",        "bans",
                                       "fair",         "ms",
                                       "faults",       "commit",
                                       "seed",         "nonces",
                                       "mix",          "null",
                                       "true"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        print_word(keys[i]);
    for (int reason = 0; reason < REASON_COUNT; reason++)
        print_word(game_reason_name((enum reason)reason));
    for (int phase = 0; phase < PHASE_COUNT; phase++)
        print_word(game_phase_name((enum phase)phase));
    print_actions();
    print_rulesets("");
}

static void print_http(void)
{
    static const char *const words[] = {"GET ",
                                        "HEAD ",
                                        "POST ",
                                        "PUT ",
                                        "/",
                                        "/game/",
                                        "/game/g-1",
                                        "/api/v1/standings",
                                        "/live/t-1",
                                        "/api/v1/tables/t-1/events",
                                        "/tournament/x",
                                        "Last-Event-ID: ",
                                        "/style.css",
                                        "/icon.svg",
                                        "/health",
                                        "?",
                                        "%2F",
                                        "..",
                                        " HTTP/1.1\r\n",
                                        " HTTP/1.0\r\n",
                                        "Host: ",
                                        "\r\n",
                                        "\r\n\r\n",
                                        "Content-Length: ",
                                        "Transfer-Encoding: chunked\r\n",
                                        "Connection: keep-alive\r\n",
                                        "Connection: close\r\n",
                                        "Expect: 100-continue\r\n",
                                        "http://",
                                        "OPTIONS ",
                                        "TRACE ",
                                        "CONNECT "};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        print_word(words[i]);
}

static const struct dictionary {
    const char *name;
    void (*print)(void);
} dictionaries[] = {
    {"action", print_actions}, {"stream", print_stream},   {"record", print_record},
    {"http", print_http},      {"ruleset", print_ruleset},
};

int main(int argc, char **argv)
{
    for (size_t i = 0; argc == 2 && i < sizeof dictionaries / sizeof dictionaries[0]; i++) {
        if (strcmp(argv[1], dictionaries[i].name) == 0) {
            printf("# Made by dict_main.c: make fuzz-dict.\n");
            dictionaries[i].print();
            return 0;
        }
    }
    fprintf(stderr, "usage: %s action|stream|record|http|ruleset\n", argv[0]);
    return 2;
}
