/* findings.h - findings of a check, for its tests. */
#ifndef AVONDALE_TEST_FINDINGS_H
#define AVONDALE_TEST_FINDINGS_H

#include "check/check.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static struct check_report report;

static inline void *setup_report(void)
{
    memset(&report, 0, sizeof report);
    report.scenario = CHECK_NO_POINT;
    return &report;
}

#endif
