/* seccomp.c - a seccomp filter as a table: system calls that reach out of the sandbox or deep into
 * the kernel, which no program for a card game needs. All others are allowed: bots come in any
 * language, and their runtimes use too many calls to list. */
#include "sandbox/stage.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define FILTER_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define FILTER_ARCH AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define FILTER_ARCH AUDIT_ARCH_RISCV64
#endif

#ifdef FILTER_ARCH

/* Numbers that older headers lack; the same on each machine listed above. */
#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif
#ifndef SYS_memfd_secret
#define SYS_memfd_secret 447
#endif
#ifndef SYS_quotactl_fd
#define SYS_quotactl_fd 443
#endif

static const int denied[] = {
    /* other processes: their memory, descriptors and schedules */
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_process_madvise,
    SYS_kcmp,
    SYS_pidfd_getfd,
    SYS_migrate_pages,
    SYS_move_pages,
    /* namespaces and mounts */
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_open_tree,
    SYS_move_mount,
    SYS_fsopen,
    SYS_fsconfig,
    SYS_fsmount,
    SYS_fspick,
    SYS_mount_setattr,
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    /* the kernel itself */
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    SYS_add_key,
    SYS_request_key,
    SYS_keyctl,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_kexec_load,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_acct,
    SYS_quotactl,
    SYS_quotactl_fd,
    SYS_syslog,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_sethostname,
    SYS_setdomainname,
    SYS_fanotify_init,
    SYS_vhangup,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
#endif
};

/* These fail as if they did not exist, and runtimes do without: clone3 hides its flags from a
 * filter; the last ones hold memory that no limit of a process counts. */
static const int missing[] = {
    SYS_clone3,       SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register,
    SYS_memfd_create, SYS_memfd_secret,   SYS_shmget,         SYS_shmat,
    SYS_msgget,       SYS_semget,         SYS_mq_open,
};

/* Calls that could reach a socket other than the bot's own. Pairs have no names. */
static const int sockets[] = {SYS_socket, SYS_connect, SYS_bind,
                              SYS_listen, SYS_accept,  SYS_accept4};

enum {
    DENIED = sizeof denied / sizeof denied[0],
    MISSING = sizeof missing / sizeof missing[0],
    SOCKETS = sizeof sockets / sizeof sockets[0],
    SOCKET_TYPE = 0xf, /* without flags */
    CLONE_SPACES = CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWNET | CLONE_NEWIPC |
                   CLONE_NEWUTS | CLONE_NEWCGROUP,
    INSTRUCTIONS_MAX = 2 * (DENIED + MISSING + SOCKETS) + 32,
};

struct program {
    struct sock_filter code[INSTRUCTIONS_MAX];
    unsigned short count;
};

static void add(struct program *program, unsigned code, uint32_t k, unsigned yes, unsigned no)
{
    program->code[program->count++] =
        (struct sock_filter){.code = (uint16_t)code, .jt = (uint8_t)yes, .jf = (uint8_t)no, .k = k};
}

static void add_load(struct program *program, size_t offset)
{
    add(program, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void add_return(struct program *program, uint32_t action)
{
    add(program, BPF_RET | BPF_K, action, 0, 0);
}

static void add_refusal(struct program *program, int number, uint32_t error)
{
    add(program, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)number, 0, 1);
    add_return(program, SECCOMP_RET_ERRNO | error);
}

static void build(struct program *program)
{
    const size_t first_argument = offsetof(struct seccomp_data, args); /* its low half */
    const size_t second_argument = first_argument + sizeof(uint64_t);

    add_load(program, offsetof(struct seccomp_data, arch));
    add(program, BPF_JMP | BPF_JEQ | BPF_K, FILTER_ARCH, 1, 0);
    add_return(program, SECCOMP_RET_KILL_PROCESS);
    add_load(program, offsetof(struct seccomp_data, nr));
#ifdef __x86_64__
    /* The same calls under their x32 numbers. */
    add(program, BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);
    add_return(program, SECCOMP_RET_KILL_PROCESS);
#endif
    for (int i = 0; i < DENIED; i++)
        add_refusal(program, denied[i], EPERM);
    for (int i = 0; i < MISSING; i++)
        add_refusal(program, missing[i], ENOSYS);
    for (int i = 0; i < SOCKETS; i++)
        add_refusal(program, sockets[i], EACCES);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 4);
    add_load(program, first_argument);
    add(program, BPF_JMP | BPF_JSET | BPF_K, CLONE_SPACES, 0, 1);
    add_return(program, SECCOMP_RET_ERRNO | EPERM);
    add_return(program, SECCOMP_RET_ALLOW);
    /* A pair of streams or packets stays a pair; one of datagrams can send to any name. */
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 0, 7);
    add_load(program, first_argument);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 4);
    add_load(program, second_argument);
    add(program, BPF_ALU | BPF_AND | BPF_K, SOCKET_TYPE, 0, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_STREAM, 2, 0);
    add(program, BPF_JMP | BPF_JEQ | BPF_K, SOCK_SEQPACKET, 1, 0);
    add_return(program, SECCOMP_RET_ERRNO | EACCES);
    add_return(program, SECCOMP_RET_ALLOW);
}

int seccomp_install_filter(void)
{
    struct program program = {.count = 0};
    struct sock_fprog filter = {.filter = program.code};

    build(&program);
    filter.len = program.count;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

#else

int seccomp_install_filter(void)
{
    errno = ENOSYS;
    return -1;
}

#endif
