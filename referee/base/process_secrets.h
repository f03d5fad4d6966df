/* process_secrets.h - process hardening: a process that holds the seeds of running games shows no
 * other what is in its memory.
 */
#ifndef AVONDALE_PROCESS_SECRETS_H
#define AVONDALE_PROCESS_SECRETS_H

/* No core files, and no other process of the same user may read or trace this one (root still may).
 * Bots that are started afterwards are as before: exec brings both back, but for the soft limit of
 * core files. Nothing to be done where the kernel refuses. */
void process_secrets_keep(void);

#endif
