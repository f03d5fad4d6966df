/* name.c - which names and game ids are valid. */
#include "base/name.h"
#include "base/values.h"

#include <strings.h>
#include <string.h>

static bool byte_valid(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte == '.' || byte == '_' || byte == '-';
}

/* Without strspn, which builds a table of the bytes at each call: every result that is read has
 * five words. */
bool name_word_valid(const char *word, size_t bytes_max)
{
    size_t bytes = 0;
    while (bytes <= bytes_max && byte_valid(word[bytes]))
        bytes++;
    return bytes >= 1 && bytes <= bytes_max && word[bytes] == '\0' && word[0] != '.';
}

bool name_is_valid(const char *name)
{
    return name_word_valid(name, LADDER_NAME_MAX);
}

bool name_is_reserved(const char *name)
{
    return strncasecmp(name, NAME_OWNER, strlen(NAME_OWNER)) == 0 ||
           strncasecmp(name, NAME_ADDRESS, strlen(NAME_ADDRESS)) == 0 ||
           strncasecmp(name, NAME_HOST, strlen(NAME_HOST)) == 0;
}

bool name_is_game_id(const char *game)
{
    return name_word_valid(game, LADDER_GAME_ID_MAX);
}

void name_of_title(const char *title, char word[NAME_TITLE_MAX + 1])
{
    size_t size = 0;

    for (; size < NAME_TITLE_MAX && title[size]; size++) {
        unsigned char c = (unsigned char)title[size];
        bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        word[size] = plain ? (char)c : '-';
    }
    word[size] = '\0';
}
