/* server.h - the running daemon, from its start to its end. */
#ifndef AVONDALE_SERVER_H
#define AVONDALE_SERVER_H

struct config;

/* Runs the daemon until a signal, the operator or the number of games ends it. `config` is the
 * result of config_read on the command line; a reload reads the command line again. Returns the
 * exit status. */
int server_run(const struct config *config, int argc, char **argv);

#endif
