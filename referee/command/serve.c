/* serve.c - avondale serve: reads the configuration and runs the daemon. */
#include "base/process_secrets.h"
#include "command/command.h"
#include "config/config.h"
#include "daemon/server.h"

#include <stdlib.h>

int serve_main(int argc, char **argv)
{
    struct config *config = calloc(1, sizeof *config);

    if (!config)
        return 3;
    process_secrets_keep();
    int status = config_read(config, argc, argv);
    if (status == CONFIG_DONE)
        status = 0;
    else if (status == 0)
        status = server_run(config, argc, argv);
    free(config);
    return status;
}
