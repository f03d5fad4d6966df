/* process_secrets.h - process hardening: a process that holds the seeds of running games shows its
 * memory to no other. */
#ifndef AVONDALE_PROCESS_SECRETS_H
#define AVONDALE_PROCESS_SECRETS_H

/* Disables core files, and keeps other processes of the same user from reading or tracing this one
 * (root still may). Bots that are started later are not affected: exec resets both, except the soft
 * limit of core files. Ignores a kernel that refuses. */
void process_secrets_keep(void);

#endif
