/* house_sandbox.h - the sandbox of the house bots. */
#ifndef AVONDALE_HOUSE_SANDBOX_H
#define AVONDALE_HOUSE_SANDBOX_H

#include "config/config.h"
#include "sandbox/sandbox.h"

/* The strictest sandbox that works here. Before any thread starts: it forks. Does nothing without
 * house bots. Returns 0, or an exit status after a line. */
int house_sandbox_prepare(struct sandbox_config *sandbox, const struct config *config);
/* Hides the files that the daemon writes, or reads secrets from. */
void house_sandbox_hide(const struct config *config);

#endif
