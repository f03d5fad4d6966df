/* server_cpu.h - what the processes of a PostgreSQL server used. */
#ifndef AVONDALE_BENCH_SERVER_CPU_H
#define AVONDALE_BENCH_SERVER_CPU_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the seconds of CPU of the processes of a PostgreSQL server that run; those that ended are
 * not in it. `server` is that of its postmaster; 0: not known, and the answer is 0. */
static inline double server_cpu(int server)
{
    DIR *all = server ? opendir("/proc") : NULL;
    double ticks = 0;

    for (struct dirent *entry; all && (entry = readdir(all));) {
        char path[300], line[1000];
        int parent;
        long user, system;
        snprintf(path, sizeof path, "/proc/%s/stat", entry->d_name);
        FILE *file = atoi(entry->d_name) > 0 ? fopen(path, "r") : NULL;
        const char *rest = file && fgets(line, sizeof line, file) ? strrchr(line, ')') : NULL;
        if (rest &&
            sscanf(rest, ") %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &parent, &user,
                   &system) == 3 &&
            (parent == server || atoi(entry->d_name) == server))
            ticks += (double)(user + system);
        if (file)
            fclose(file);
    }
    if (all)
        closedir(all);
    return ticks / (double)sysconf(_SC_CLK_TCK);
}

#endif
