/* caller.h - the caller of a request: whose token came with it, the key for its limits, and whether
 * a POST comes from a page of ours. On the thread of the pages. */
#ifndef AVONDALE_CALLER_H
#define AVONDALE_CALLER_H

#include "account/account.h"
#include "page/web_answer.h"

#include <stdbool.h>
#include <stdint.h>

struct call;

/* Finds whose token came with the request. Returns false where the answer is made: it says which
 * token is wanted (401), that there were too many wrong ones (429), or that the ladder does not
 * answer (503). */
bool caller_ask(struct call *call, struct account_caller *caller);
/* The same for a token that came in a form's field (NULL: the field is missing). */
bool caller_ask_token(struct call *call, const char *token, struct account_caller *caller);
/* The caller's key for limits: endpoint_key; 0: no address. */
uint64_t caller_key(const struct web_query *query);
/* Refuses cross-site requests: a foreign page must not write in its reader's name. Programs send
 * neither header. */
bool caller_own_page(const struct web_post *post);
bool caller_is_form(const struct web_post *post); /* by its Content-Type */

#endif
