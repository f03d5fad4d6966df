/* command.h - the subcommands of avondale. Each takes its own argument vector (argv[0] is its name)
 * and returns the exit status: 0 done, 1 the answer is no, 2 bad usage or input, 3 the system
 * failed, COMMAND_STOPPED (matches and tournaments) SIGINT or SIGTERM came before the end. */
#ifndef AVONDALE_COMMAND_H
#define AVONDALE_COMMAND_H

#include "base/options.h"

enum { COMMAND_STOPPED = 4 };

int serve_main(int argc, char **argv);
int match_main(int argc, char **argv);
int tournament_main(int argc, char **argv);
int worker_main(int argc, char **argv);
int check_main(int argc, char **argv);
int connect_main(int argc, char **argv);
int account_main(int argc, char **argv);
int logs_main(int argc, char **argv);
int submit_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int rules_main(int argc, char **argv);
int solve_main(int argc, char **argv);
int analyze_main(int argc, char **argv);
int hint_main(int argc, char **argv);
int ladder_main(int argc, char **argv);
int admin_client_main(int argc, char **argv);

/* `rules --explain`: why the action at a place of a record was legal or not, or for each action.
 * Returns an exit status. */
int explain_place(const char *place, char **actions, int action_count);

/* The options of each subcommand, from which --help and its manual page are made. */
extern const struct option_table serve_options;
extern const struct option_table match_options;
extern const struct option_table tournament_options;
extern const struct option_table worker_options;
extern const struct option_table check_options;
extern const struct option_table connect_options;
extern const struct option_table account_options;
extern const struct option_table logs_options;
extern const struct option_table submit_options;
extern const struct option_table replay_options;
extern const struct option_table rules_options;
extern const struct option_table solve_options;
extern const struct option_table analyze_options;
extern const struct option_table hint_options;
extern const struct option_table ladder_options;
extern const struct option_table admin_options;

#endif
