/* token_keeper.h - the file that keeps the token of a bot's name: the same one as that of the
 * sample bots and the client libraries, so that all of a user's programs share it. */
#ifndef AVONDALE_TOKEN_KEEPER_H
#define AVONDALE_TOKEN_KEEPER_H

#include <stddef.h>

enum { TOKEN_KEEPER_BYTES = 65 }; /* of a token in hex, with its NUL */

/* Where it is by default: in the user's configuration directory, a file for each address and name.
 * Returns 0, or -1 if that is too long, or if the user has no home. */
int token_keeper_path(char *path, size_t size, const char *address, const char *name);
/* Whether the file can be written, or made with its folders: a token that is told once must not be
 * lost. Returns 0, or -1 with errno. */
int token_keeper_check(const char *path);
/* Returns 0 with the token, "" if there is no file; or -1 with errno, EINVAL if the file holds
 * something else. */
int token_keeper_read(const char *path, char token[TOKEN_KEEPER_BYTES]);
/* Writes the whole file or nothing, and the folders that are missing, for this user only (mode
 * 0600). Returns 0, or -1 with errno. */
int token_keeper_write(const char *path, const char *token);

#endif
