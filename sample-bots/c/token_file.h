/* token_file.h - the file that keeps the token of a bot's name. */
#ifndef AVONDALE_TOKEN_FILE_H
#define AVONDALE_TOKEN_FILE_H

#include <stddef.h>

enum { TOKEN_FILE_BYTES = 65 }; /* of a token in hex, with its NUL */

/* Writes the default path: in the user's configuration directory, a file for each address
 * (HOST:PORT; of several with commas, the first) and name. Returns 0, or -1 if it is too long. */
int token_file_path(char *path, size_t size, const char *address, const char *name);
/* Reads the token, "" if there is no file yet. Returns 0, or -1 with errno. */
int token_file_read(const char *path, char token[TOKEN_FILE_BYTES]);
/* Writes all of it or nothing, for this user only, and makes the folders that are missing. Returns
 * 0, or -1 with errno. */
int token_file_write(const char *path, const char *token);

#endif
