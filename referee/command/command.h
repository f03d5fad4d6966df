/* command.h - the subcommands of avondale. Each takes its own argument vector (argv[0] is its name)
 * and returns the exit status: 0 done, 1 the answer is no, 2 bad usage or input, 3 the world
 * failed, CMD_STOPPED (matches and tournaments) SIGINT or SIGTERM came before the end. */
#ifndef AVONDALE_CMD_H
#define AVONDALE_CMD_H

enum { CMD_STOPPED = 4 };

int cmd_serve(int argc, char **argv);
int cmd_match(int argc, char **argv);
int cmd_tournament(int argc, char **argv);
int cmd_worker(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_replay(int argc, char **argv);
int cmd_rules(int argc, char **argv);
int cmd_explain(int argc, char **argv); /* what follows `rules --explain`: argv[0] is the place */
int cmd_solve(int argc, char **argv);
int cmd_analyze(int argc, char **argv);
int cmd_hint(int argc, char **argv);
int cmd_ladder(int argc, char **argv);
int cmd_admin(int argc, char **argv);

#endif
