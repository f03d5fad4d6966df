/* pg_store_none.c - replaces pg_store.c in a build without libpq. */
#include "store/store_kind.h"

#include <stdio.h>

static int refuse(struct store **store, const char *url, unsigned flags,
                  const struct ladder_node *node, struct ladder_error *error)
{
    (void)url;
    (void)flags;
    (void)node;
    *store = NULL;
    snprintf(error->text, sizeof error->text,
             "store: this avondale was built without libpq, so it knows no postgresql://; "
             "sqlite:PATH it does");
    return STORE_REFUSED;
}

const struct store_kind store_postgres = {.open = refuse};
