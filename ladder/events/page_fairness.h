/* page_fairness.h - what of an event is secret until when, and how its outcome is verified. On the
 * thread of the pages. */
#ifndef AVONDALE_PAGE_FAIRNESS_H
#define AVONDALE_PAGE_FAIRNESS_H

struct call;

void page_fairness_show(struct call *call);

#endif
