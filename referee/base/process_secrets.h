/* process_secrets.h - a process that holds the seeds of running games tells nobody what is in its
 * memory.
 */
#ifndef AVONDALE_SECRECY_H
#define AVONDALE_SECRECY_H

/* No core files, and no other process of the same user may read or trace this one (root still may).
 * Bots that are started afterwards are as before: exec brings both back, but for the soft limit of
 * core files. Nothing to be done where the kernel refuses. */
void process_keep_secrets(void);

#endif
