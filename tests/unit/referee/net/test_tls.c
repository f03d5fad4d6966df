/* test_tls.c - certificates: made, read, refused with a line, replaced while connections
 * continue. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <openssl/x509v3.h>
#include <sys/stat.h>

#include "tls_pair.h"

static int setup(void **state)
{
    static struct place place;
    place_init(&place);
    *state = &place;
    return 0;
}

static int teardown(void **state)
{
    place_fini(*state);
    return 0;
}

static size_t read_text(const char *file, char *text, size_t size)
{
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    size_t got = fread(text, 1, size - 1, in);
    text[got] = 0;
    fclose(in);
    return got;
}

static void copy_file(const char *from, const char *to)
{
    char text[4096];
    read_text(from, text, sizeof text);
    write_text(to, text);
}

static void refused(const char *certificate, const char *key, const char *names)
{
    struct tls_error error = {""};
    struct tls *tls = (struct tls *)&error;
    assert_int_equal(tls_create(&tls, certificate, key, &error), -1);
    assert_null(tls);
    assert_non_null(strstr(error.text, names));
    assert_null(strchr(error.text, '\n'));
    assert_int_equal(ERR_peek_error(), 0);
}

/* ----------------------------------------------------------------------------- self-signed */

static void test_self_signed(void **state)
{
    const struct place *place = *state;
    char before[4096], after[4096], new_name[100];
    struct tls_error error;
    struct stat file;

    assert_int_equal(stat(place->first, &file), 0);
    assert_int_equal(file.st_mode & 0777, 0600);
    snprintf(new_name, sizeof new_name, "%s.new", place->first);
    assert_int_equal(stat(new_name, &file), -1);
    read_text(place->first, before, sizeof before);
    assert_int_equal(tls_make_self_signed(place->first, "10.0.0.1", &error), 0);
    read_text(place->first, after, sizeof after);
    assert_string_equal(before, after); /* existing files are kept */
    read_text(place->second, after, sizeof after);
    assert_string_not_equal(before, after);
}

static void test_cannot_write(void **state)
{
    struct tls_error error;
    (void)state;
    assert_int_equal(tls_make_self_signed("/nowhere/at/all.pem", "", &error), -1);
    assert_string_equal(error.text, "/nowhere/at/all.pem: No such file or directory");
}

static X509 *certificate_of(const char *file)
{
    FILE *in = fopen(file, "r");
    assert_non_null(in);
    X509 *certificate = PEM_read_X509(in, NULL, NULL, NULL);
    fclose(in);
    assert_non_null(certificate);
    return certificate;
}

static void test_names(void **state)
{
    const struct place *place = *state;
    X509 *first = certificate_of(place->first), *second = certificate_of(place->second);

    assert_int_equal(X509_check_ip_asc(first, "127.0.0.1", 0), 1);
    assert_int_equal(X509_check_ip_asc(first, "10.0.0.1", 0), 1);
    assert_int_equal(X509_check_ip_asc(first, "10.0.0.2", 0), 0);
    assert_int_equal(X509_check_ip_asc(first, "::1", 0), 1);
    assert_int_equal(X509_check_ip_asc(first, "2001:db8::1", 0), 1);
    assert_int_equal(X509_check_ip_asc(first, "2001:db8::2", 0), 0);
    assert_int_equal(X509_check_ip_asc(first, "::", 0), 0);
    assert_int_equal(X509_check_host(first, "localhost", 0, 0, NULL), 1);
    assert_int_equal(X509_check_host(second, "arena.example", 0, 0, NULL), 1);
    assert_int_equal(X509_check_host(second, "arena.example.com", 0, 0, NULL), 0);
    EVP_PKEY *key = X509_get0_pubkey(second);
    assert_int_equal(EVP_PKEY_get_bits(key), 256);
    assert_int_equal(X509_verify(second, key), 1);
    assert_true(X509_cmp_current_time(X509_get0_notBefore(second)) < 0);
    assert_true(X509_cmp_current_time(X509_get0_notAfter(second)) > 0);
    X509_free(first);
    X509_free(second);
}

/* ---------------------------------------------------------------------------------- files */

static void test_fingerprint(void **state)
{
    const struct place *place = *state;
    struct tls_error error;
    struct tls *tls;
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned size;
    char hex[3];
    X509 *certificate = certificate_of(place->first);

    assert_int_equal(tls_create(&tls, place->first, place->first, &error), 0);
    assert_int_equal(X509_digest(certificate, EVP_sha256(), digest, &size), 1);
    assert_int_equal(strlen(tls_fingerprint(tls)), 64);
    for (unsigned i = 0; i < 32; i++) {
        snprintf(hex, sizeof hex, "%02x", digest[i]);
        assert_memory_equal(tls_fingerprint(tls) + (size_t)2 * i, hex, 2);
    }
    X509_free(certificate);
    tls_destroy(tls);
    tls_destroy(NULL);
}

static void test_bad_files(void **state)
{
    const struct place *place = *state;
    char empty[80], text[80], cut[80], whole[4096];

    snprintf(empty, sizeof empty, "%s/empty.pem", place->directory);
    snprintf(text, sizeof text, "%s/text.pem", place->directory);
    snprintf(cut, sizeof cut, "%s/cut.pem", place->directory);
    write_text(empty, "");
    write_text(text, "this is no certificate\n");
    size_t size = read_text(place->first, whole, sizeof whole);
    whole[size / 3] = 0;
    write_text(cut, whole);
    refused("/nowhere.pem", place->first, "/nowhere.pem: ");
    refused(place->first, "/nowhere.pem", "/nowhere.pem: ");
    refused(empty, place->first, "empty.pem: no certificate");
    refused(text, place->first, "text.pem: no certificate");
    refused(cut, place->first, "cut.pem: no certificate");
    refused(place->first, empty, "empty.pem: no key");
    refused(place->first, text, "text.pem: no key");
    refused(place->first, place->second,
            "second.pem: no key of that certificate: key values mismatch");
    refused(place->directory, place->first, place->directory);
}

/* No user can type a password, so the key is refused. */
static void test_locked_key(void **state)
{
    const struct place *place = *state;
    char locked[80];

    snprintf(locked, sizeof locked, "%s/locked.pem", place->directory);
    FILE *in = fopen(place->first, "r"), *out = fopen(locked, "w");
    assert_true(in && out);
    EVP_PKEY *key = PEM_read_PrivateKey(in, NULL, NULL, NULL);
    assert_int_equal(
        PEM_write_PrivateKey(out, key, EVP_aes_256_cbc(), (unsigned char *)"secret", 6, NULL, NULL),
        1);
    EVP_PKEY_free(key);
    fclose(in);
    fclose(out);
    refused(place->first, locked, "locked.pem: no key");
}

/* --------------------------------------------------------------------------------- reload */

static void seen(const struct pair *pair, const char *file)
{
    X509 *certificate = certificate_of(file), *peer = SSL_get1_peer_certificate(pair->client);
    assert_int_equal(X509_cmp(certificate, peer), 0);
    X509_free(certificate);
    X509_free(peer);
}

static void echo(struct pair *pair)
{
    char bytes[8];
    assert_int_equal(SSL_write(pair->client, "ping", 4), 4);
    assert_int_equal(transport_read(&pair->server, bytes, sizeof bytes), 4);
    assert_int_equal(transport_write(&pair->server, "pong", 4), 4);
    assert_int_equal(SSL_read(pair->client, bytes, sizeof bytes), 4);
}

/* One that is connected, one in the middle of its handshake, one that comes later. */
static void test_reload(void **state)
{
    const struct place *place = *state;
    char file[80], fingerprint[TLS_FINGERPRINT_SIZE], byte;
    struct tls_error error;
    struct tls *tls;
    struct pair before, between, after;

    snprintf(file, sizeof file, "%s/served.pem", place->directory);
    copy_file(place->first, file);
    assert_int_equal(tls_create(&tls, file, file, &error), 0);
    strcpy(fingerprint, tls_fingerprint(tls));
    pair_init(&before, tls);
    pair_client(&before);
    assert_int_equal(pair_shake(&before), 0);
    pair_init(&between, tls);
    pair_client(&between);
    assert_int_equal(SSL_do_handshake(between.client), -1);
    assert_int_equal(transport_read(&between.server, &byte, 1), TRANSPORT_WANT_READ);

    copy_file(place->second, file);
    assert_int_equal(tls_reload(tls, &error), 0);
    assert_string_not_equal(tls_fingerprint(tls), fingerprint);
    pair_init(&after, tls);
    pair_client(&after);
    assert_int_equal(pair_shake(&between), 0);
    assert_int_equal(pair_shake(&after), 0);
    seen(&before, place->first);
    seen(&between, place->first);
    seen(&after, place->second);
    tls_destroy(tls); /* open connections keep their part of it */
    echo(&before);
    echo(&between);
    echo(&after);
    pair_fini(&before);
    pair_fini(&between);
    pair_fini(&after);
}

static void test_bad_reload(void **state)
{
    const struct place *place = *state;
    char file[80], fingerprint[TLS_FINGERPRINT_SIZE];
    struct tls_error error;
    struct tls *tls;
    struct pair pair;

    snprintf(file, sizeof file, "%s/served.pem", place->directory);
    copy_file(place->first, file);
    assert_int_equal(tls_create(&tls, file, place->first, &error), 0);
    strcpy(fingerprint, tls_fingerprint(tls));
    SSL_CTX *context = tls_context(tls);
    copy_file(place->second, file); /* without its key */
    assert_int_equal(tls_reload(tls, &error), -1);
    assert_non_null(strstr(error.text, "first.pem: no key of that certificate"));
    write_text(file, "half a fi");
    assert_int_equal(tls_reload(tls, &error), -1);
    assert_non_null(strstr(error.text, "served.pem: no certificate"));
    assert_string_equal(tls_fingerprint(tls), fingerprint);
    assert_ptr_equal(tls_context(tls), context);
    pair_init(&pair, tls);
    pair_client(&pair);
    assert_int_equal(pair_shake(&pair), 0);
    seen(&pair, place->first);
    pair_fini(&pair);
    tls_destroy(tls);
}

/* A returning client may skip half the handshake with a ticket, which takes no memory here. */
static void test_ticket(void **state)
{
    const struct place *place = *state;
    struct tls_error error;
    struct tls *tls;
    struct pair first, second;

    assert_int_equal(tls_create(&tls, place->first, place->first, &error), 0);
    pair_init(&first, tls);
    pair_client(&first);
    assert_int_equal(pair_shake(&first), 0);
    echo(&first); /* the ticket arrives before it */
    SSL_SESSION *session = SSL_get1_session(first.client);
    assert_int_equal(SSL_SESSION_is_resumable(session), 1);
    assert_int_equal(SSL_CTX_sess_number(tls_context(tls)), 0);
    SSL_shutdown(first.client); /* a session without a shutdown is not resumed */
    pair_fini(&first);
    pair_init(&second, tls);
    pair_client(&second);
    assert_int_equal(SSL_set_session(second.client, session), 1);
    assert_int_equal(pair_shake(&second), 0);
    assert_int_equal(SSL_session_reused(second.client), 1);
    echo(&second);
    pair_fini(&second);
    SSL_SESSION_free(session);
    tls_destroy(tls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_self_signed), cmocka_unit_test(test_cannot_write),
        cmocka_unit_test(test_names),       cmocka_unit_test(test_fingerprint),
        cmocka_unit_test(test_bad_files),   cmocka_unit_test(test_locked_key),
        cmocka_unit_test(test_reload),      cmocka_unit_test(test_bad_reload),
        cmocka_unit_test(test_ticket),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
