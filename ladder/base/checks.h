/* checks.h - runs the check of a struct in builds that define AVONDALE_CHECKS (make VARIANT=asan,
 * debug ...); elsewhere it costs nothing. engine.h has the same for the other layers. */
#ifndef AVONDALE_LADDER_CHECKS
#define AVONDALE_LADDER_CHECKS

#ifndef AVONDALE_CHECKED
#ifdef AVONDALE_CHECKS
#define AVONDALE_CHECKED(check) (check)
#else
#define AVONDALE_CHECKED(check) ((void)0)
#endif
#endif

#endif
