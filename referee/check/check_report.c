/* check_report.c - findings: kept, listed, written as JSON and JUnit XML. */
#include "check/check.h"

#include <assert.h>
#include <jansson.h>
#include <stdarg.h>
#include <string.h>

enum { SHOWN_LINES = 12 };

static const struct {
    const char *name, *heading, *text;
} points[] = {
#define CHECK_ROW(point, name, heading, text) {name, heading, text},
    CHECK_POINTS(CHECK_ROW)
#undef CHECK_ROW
};

const char *check_report_point_name(enum check_point point)
{
    return points[point].name;
}
const char *check_report_point_heading(enum check_point point)
{
    return points[point].heading;
}
const char *check_report_point_text(enum check_point point)
{
    return points[point].text;
}

enum check_point check_report_point_of(enum phase phase)
{
    assert(phase >= PHASE_EXPOSE && phase <= PHASE_PLAY);
    return (enum check_point)(CHECK_EXPOSE + (phase - PHASE_EXPOSE));
}

/* -------------------------------------------------------------------------------- findings */

void check_report_seen(struct check_report *report, enum check_point point)
{
    if (report->scenario == CHECK_NO_POINT || report->scenario == point)
        report->findings[point].seen++;
}

/* The point to which a failure is charged. */
static enum check_point charged(const struct check_report *report, enum check_point point)
{
    return report->scenario == CHECK_NO_POINT ? point : report->scenario;
}

void check_report_fail(struct check_report *report, enum check_point point,
                       const struct check_process *bot, const char *format, ...)
{
    struct check_finding *finding = &report->findings[charged(report, point)];
    va_list args;

    if (finding->result != CHECK_OPEN)
        return;
    if (charged(report, point) != point && report->findings[point].result == CHECK_FAILED) {
        check_report_skip(report, report->scenario, "it fails without that, too: see '%s'",
                          points[point].name);
        return;
    }
    finding->result = CHECK_FAILED;
    va_start(args, format);
    vsnprintf(finding->why, sizeof finding->why, format, args);
    va_end(args);
    if (!bot)
        return;
    memcpy(finding->sent, bot->sent.text, sizeof finding->sent);
    memcpy(finding->got, bot->got.text, sizeof finding->got);
}

void check_report_skip(struct check_report *report, enum check_point point, const char *format, ...)
{
    struct check_finding *finding = &report->findings[point];
    va_list args;

    if (finding->result != CHECK_OPEN)
        return;
    finding->result = CHECK_SKIPPED;
    va_start(args, format);
    vsnprintf(finding->why, sizeof finding->why, format, args);
    va_end(args);
}

void check_report_pass(struct check_report *report, enum check_point point)
{
    struct check_finding *finding = &report->findings[point];

    check_report_seen(report, point);
    if (finding->result != CHECK_SKIPPED)
        return;
    finding->result = CHECK_OPEN;
    finding->why[0] = '\0';
}

void check_report_settle(struct check_report *report)
{
    enum check_point first = CHECK_NO_POINT;

    for (int i = 0; i < CHECK_POINT_COUNT && first == CHECK_NO_POINT; i++) {
        if (report->findings[i].result == CHECK_FAILED)
            first = (enum check_point)i;
    }
    for (int i = 0; i < CHECK_POINT_COUNT; i++) {
        struct check_finding *finding = &report->findings[i];
        if (finding->result != CHECK_OPEN)
            continue;
        if (finding->seen > 0)
            finding->result = CHECK_PASSED;
        else if (first != CHECK_NO_POINT)
            check_report_skip(report, (enum check_point)i, "not reached: see '%s'",
                              points[first].name);
        else
            check_report_skip(report, (enum check_point)i, "did not come up with these rulesets");
    }
}

int check_report_count(const struct check_report *reports, int count, enum check_result result)
{
    int found = 0;
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < CHECK_POINT_COUNT; i++)
            found += reports[r].findings[i].result == result;
    }
    return found;
}

/* ------------------------------------------------------------------------------------ text */

/* A text of several lines, one below the other; the last ones matter most. */
static void print_lines(const char *what, const char *text, FILE *out)
{
    const char *end = text + strlen(text);
    int lines = 0;

    while (end > text && lines < SHOWN_LINES)
        lines += *--end == '\n';
    if (end > text) {
        fprintf(out, "         %-5s ...\n", what);
        what = "";
        text = end + 1;
    }
    for (; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, '\n');
        fprintf(out, "         %-5s %.*s\n", what, (int)(end - text), text);
        what = "";
    }
}

static void print_finding(const struct check_finding *finding, enum check_point point, FILE *out)
{
    fprintf(out, "         why   %s\n", finding->why);
    print_lines("sent", finding->sent, out);
    print_lines("got", finding->got[0] ? finding->got : "nothing", out);
    fprintf(out, "         see   protocol/PROTOCOL.md, \"%s\"\n", points[point].heading);
}

int check_report_print(const struct check_report *reports, int count, FILE *out)
{
    static const char *const words[] = {"open", "pass", "FAIL", "skip"};
    int number = 0;

    for (int r = 0; r < count; r++) {
        for (int i = 0; i < CHECK_POINT_COUNT; i++) {
            const struct check_finding *finding = &reports[r].findings[i];
            fprintf(out, "%3d %s %s%s%s: %s%s%s\n", ++number, words[finding->result],
                    reports[r].label, reports[r].label[0] ? " " : "", points[i].name,
                    points[i].text, finding->result == CHECK_SKIPPED ? ": " : "",
                    finding->result == CHECK_SKIPPED ? finding->why : "");
            if (finding->result == CHECK_FAILED)
                print_finding(finding, (enum check_point)i, out);
        }
    }
    fprintf(out, "%d passed, %d failed, %d skipped\n",
            check_report_count(reports, count, CHECK_PASSED),
            check_report_count(reports, count, CHECK_FAILED),
            check_report_count(reports, count, CHECK_SKIPPED));
    return fflush(out) || ferror(out);
}

/* ------------------------------------------------------------------------------------ JSON */

static json_t *finding_json(const struct check_report *report, enum check_point point, int number)
{
    static const char *const words[] = {"open", "pass", "fail", "skip"};
    const struct check_finding *finding = &report->findings[point];
    json_t *object = json_pack("{s:i,s:s,s:s,s:s,s:s}", "number", number, "name",
                               points[point].name, "text", points[point].text, "result",
                               words[finding->result], "heading", points[point].heading);

    if (report->label[0])
        json_object_set_new(object, "encoding", json_string(report->label));
    if (finding->why[0])
        json_object_set_new(object, "why", json_string(finding->why));
    if (finding->result == CHECK_FAILED) {
        json_object_set_new(object, "sent", json_string(finding->sent));
        json_object_set_new(object, "got", json_string(finding->got));
    }
    return object;
}

int check_report_print_json(const struct check_report *reports, int count, const char *command,
                            FILE *out)
{
    json_t *list = json_array(), *name = json_string(command);
    int number = 0;

    for (int r = 0; r < count; r++) {
        for (int i = 0; i < CHECK_POINT_COUNT; i++)
            json_array_append_new(list, finding_json(&reports[r], (enum check_point)i, ++number));
    }
    /* JSON cannot hold a command that is not UTF-8. */
    json_t *object = json_pack("{s:o,s:i,s:i,s:i,s:o}", "command", name ? name : json_null(),
                               "passed", check_report_count(reports, count, CHECK_PASSED), "failed",
                               check_report_count(reports, count, CHECK_FAILED), "skipped",
                               check_report_count(reports, count, CHECK_SKIPPED), "points", list);
    int status = object ? json_dumpf(object, out, JSON_INDENT(2)) : -1;
    fputc('\n', out);
    json_decref(object);
    return status || fflush(out) || ferror(out);
}

/* ------------------------------------------------------------------------------- JUnit XML */

static void put_xml(const char *text, FILE *out)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (*at == '<' || *at == '>' || *at == '&' || *at == '"' || *at == '\n')
            fprintf(out, "&#%d;", *at);
        else if (*at >= ' ' && *at <= '~')
            fputc(*at, out);
        else
            fputc('?', out); /* XML forbids other control characters */
    }
}

static void put_case(const struct check_report *report, enum check_point point, FILE *out)
{
    const struct check_finding *finding = &report->findings[point];

    fprintf(out, "  <testcase classname=\"check%s%s\" name=\"%s: ", report->label[0] ? "." : "",
            report->label, points[point].name);
    put_xml(points[point].text, out);
    if (finding->result == CHECK_PASSED) {
        fputs("\"/>\n", out);
        return;
    }
    fprintf(out, "\">\n    <%s message=\"",
            finding->result == CHECK_FAILED ? "failure" : "skipped");
    put_xml(finding->why, out);
    if (finding->result != CHECK_FAILED) {
        fputs("\"/>\n  </testcase>\n", out);
        return;
    }
    fputs("\">sent: ", out);
    put_xml(finding->sent, out);
    fputs("&#10;got: ", out);
    put_xml(finding->got, out);
    fprintf(out, "&#10;see: protocol/PROTOCOL.md, %s</failure>\n  </testcase>\n",
            points[point].heading);
}

int check_report_print_junit(const struct check_report *reports, int count, const char *command,
                             FILE *out)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"avondale check ", out);
    put_xml(command, out);
    fprintf(out, "\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\">\n",
            count * CHECK_POINT_COUNT, check_report_count(reports, count, CHECK_FAILED),
            check_report_count(reports, count, CHECK_SKIPPED));
    for (int r = 0; r < count; r++) {
        for (int i = 0; i < CHECK_POINT_COUNT; i++)
            put_case(&reports[r], (enum check_point)i, out);
    }
    fputs("</testsuite>\n", out);
    return fflush(out) || ferror(out);
}
