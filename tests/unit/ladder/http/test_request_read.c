/* test_request_read.c - the parts of a request that the pages receive. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
/* cmocka.h needs the four headers above. */
#include <cmocka.h>

#include <event2/buffer.h>
#include <event2/http.h>
#include <event2/http_struct.h>
#include <event2/keyvalq_struct.h>

#include "http/request_read.h"

static void headers_and_a_body_are_read(void **state)
{
    struct evhttp_request *request = evhttp_request_new(NULL, NULL);
    struct evkeyvalq *headers = evhttp_request_get_input_headers(request);
    struct web_query query;
    struct web_post post;
    (void)state;

    evhttp_add_header(headers, "Authorization", "Bearer x");
    evhttp_add_header(headers, "Content-Type", "application/json");
    evbuffer_add(evhttp_request_get_input_buffer(request), "{}", 2);
    request->type = EVHTTP_REQ_GET;
    request_read(request, &query, &post);
    assert_int_equal(query.method, WEB_READ);
    assert_string_equal(query.authorization, "Bearer x");
    assert_null(query.post);
    assert_null(query.path);
    assert_null(query.address);
    request->type = EVHTTP_REQ_POST;
    request_read(request, &query, &post);
    assert_int_equal(query.method, WEB_POST);
    assert_ptr_equal(query.post, &post);
    assert_string_equal(post.body, "{}");
    assert_string_equal(post.type, "application/json");
    assert_null(post.origin);
    evhttp_request_free(request);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_and_a_body_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
