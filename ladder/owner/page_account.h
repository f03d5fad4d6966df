/* page_account.h - owners: an account and its bots, as pages and as data. Data: what a GET shows;
 * what a POST makes of an account, of a bot. On the thread of the pages. */
#ifndef AVONDALE_PAGE_ACCOUNT_H
#define AVONDALE_PAGE_ACCOUNT_H

struct call;

void page_account_api(struct call *call);
void page_account_api_create(struct call *call);
void page_account_api_renew(struct call *call);
void page_account_api_act(struct call *call);
void page_account(struct call *call);
void page_account_post(struct call *call);

#endif
