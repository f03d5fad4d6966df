/* Deals, one on a line. */
#include "protocol.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct ruleset rules;

static void use(const char *preset)
{
    struct ruleset_error error;
    assert_int_equal(ruleset_parse(&rules, preset, NULL, 0, &error), 0);
}

static size_t put_list(char *text, const card_t *cards, int count)
{
    size_t size = 0;
    text[size++] = '[';
    for (int i = 0; i < count; i++) {
        char card[CARD_TEXT_MAX];
        card_format(cards[i], card);
        size += (size_t)sprintf(text + size, "%s\"%s\"", i ? "," : "", card);
    }
    text[size++] = ']';
    text[size] = 0;
    return size;
}

/* A line for the deal of the deck in deck order. */
static void make_line(struct deal *deal, const char *more, char line[4096])
{
    card_t deck[CARDS_MAX];
    size_t size = 0;

    deck_cards(&rules, deck);
    memset(deal, 0, sizeof *deal);
    deck_deal(deal, &rules, deck, 0);
    size += (size_t)sprintf(line + size, "{\"hands\":[");
    for (int hand = 0; hand < deal->hand_count; hand++) {
        size += (size_t)sprintf(line + size, "%s", hand ? "," : "");
        size += put_list(line + size, deal->hands[hand], deal->hand_cards);
    }
    size += (size_t)sprintf(line + size, "],\"kitty\":");
    size += put_list(line + size, deal->kitty, deal->kitty_count);
    size += (size_t)sprintf(line + size, ",\"exposed\":");
    size += put_list(line + size, deal->exposed, deal->exposed_count);
    size += (size_t)sprintf(line + size, ",\"stock\":");
    size += put_list(line + size, deal->stock, deal->stock_count);
    sprintf(line + size, "%s}", more);
}

static void every_preset_reads_its_deals(void **state)
{
    char line[4096], error[160];
    struct deal deal, read;
    seat_t dealer;
    (void)state;

    for (int i = 0; i < preset_count(); i++) {
        use(preset_name(i));
        make_line(&deal, ",\"dealer\":1,\"deck\":7", line);
        assert_int_equal(record_deal_parse(line, strlen(line), &rules, &read, &dealer, error), 0);
        assert_memory_equal(&deal, &read, sizeof deal);
        assert_int_equal(dealer, 1);
        make_line(&deal, "", line);
        assert_int_equal(record_deal_parse(line, strlen(line), &rules, &read, &dealer, error), 0);
        assert_int_equal(dealer, SEAT_NONE);
    }
}

static void refused(const char *line, const char *why)
{
    char error[160] = "";
    struct deal deal;
    seat_t dealer;

    assert_int_equal(record_deal_parse(line, strlen(line), &rules, &deal, &dealer, error),
                     PROTOCOL_ERROR_RECORD);
    if (!strstr(error, why))
        fail_msg("expected '%s' in '%s'", why, error);
}

static void bad_deals_are_refused(void **state)
{
    char line[4096];
    struct deal deal;
    (void)state;

    use("wikipedia");
    refused("", "no JSON");
    refused("{\"hands\":", "no JSON");
    refused("[7]", "an object");
    refused("{}", "hands: expected 4, got nothing");
    refused("{\"hands\":[1,2,3,4]}", "hand 0: expected 10 cards, got 1");
    make_line(&deal, ",\"dealer\":4", line);
    refused(line, "dealer: expected a seat from 0 to 3, got 4");
    make_line(&deal, ",\"dealer\":\"1\"", line);
    refused(line, "dealer: expected a seat");
    make_line(&deal, ",\"kitty\":[]", line); /* a key twice */
    refused(line, "no JSON");
    make_line(&deal, "", line);
    memcpy(strstr(line, "\"5S\""), "\"6S\"", 4);
    refused(line, "each card");
    make_line(&deal, "", line);
    use("five-kitty");
    refused(line, "kitty: expected 5 cards");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_preset_reads_its_deals),
        cmocka_unit_test(bad_deals_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
