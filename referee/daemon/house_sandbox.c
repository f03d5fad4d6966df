/* house_sandbox.c - see house_sandbox.h. */
#include "daemon/house_sandbox.h"
#include "base/log.h"

#include <stdio.h>
#include <string.h>

int house_sandbox_prepare(struct sandbox_config *sandbox, const struct config *config)
{
    char line[SANDBOX_ERROR_BYTES];

    if (config->house_count == 0)
        return 0;
    sandbox_options_set_defaults(sandbox);
    sandbox->mode = SANDBOX_STRICT;
    sandbox->limits[SANDBOX_MEMORY_MB] = 512;
    sandbox->limits[SANDBOX_PROCESSES] = 4;
    sandbox->limits[SANDBOX_FILES] = 32;
    if (sandbox_prepare(sandbox, line)) {
        log_say("avondale serve: --house-bots: %s", line);
        return 3;
    }
    log_line(LOG_INFO, "house bots: %s", line);
    return 0;
}

void house_sandbox_hide(const struct config *config)
{
    static const char *const ends[] = {"", "-wal", "-shm"};
    const char *store = strncmp(config->store, "sqlite:", 7) == 0 ? config->store + 7 : "";
    char path[sizeof config->store + 8];

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        snprintf(path, sizeof path, "%s%s", store, ends[i]);
        sandbox_hide(path);
    }
    sandbox_hide(config->journal_path);
    sandbox_hide(config->admin_path);
    sandbox_hide(config->tls_key);
    sandbox_hide(config->event_key_path);
    sandbox_hide(config->log_file);
}
