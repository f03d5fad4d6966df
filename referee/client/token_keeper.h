/* token_keeper.h - the file that keeps the token of a bot's name: the same one as that of the
 * sample bots and the client libraries, so that all of a user's programs share it. */
#ifndef AVONDALE_TOKEN_KEEPER_H
#define AVONDALE_TOKEN_KEEPER_H

#include <stddef.h>

enum { TOKEN_KEEPER_BYTES = 65 }; /* of a token in hex, with its NUL */

/* Writes the default path: in the user's configuration directory, a file for each address and name.
 * Returns 0, or -1 if it is too long or the user has no home. */
int token_keeper_path(char *path, size_t size, const char *address, const char *name);
/* Checks that the file can be written, or made with its folders: the arena sends a token only once.
 * Returns 0, or -1 with errno. */
int token_keeper_check(const char *path);
/* Reads the token, "" if there is no file. Returns 0, or -1 with errno, EINVAL if the file holds
 * something else. */
int token_keeper_read(const char *path, char token[TOKEN_KEEPER_BYTES]);
/* Writes the whole file or nothing, with missing folders, for this user only (mode 0600). Returns
 * 0, or -1 with errno. */
int token_keeper_write(const char *path, const char *token);

#endif
