/* The interface as a C program uses it. Every expected value is derived manually, or is printed in RFC 3986.
 *
 * Strings are copied into memory of exactly their length, so that a memory checker detects an overread. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "urispec.h"

static int failures;

#define CHECK(holds) \
    ((holds) ? (void)0 : (void)(failures++, fprintf(stderr, "line %d: %s\n", __LINE__, #holds)))

/* A copy without the NUL at its end. */
static char *exact(const char *text) {
    size_t length = strlen(text);
    char *copy = malloc(length > 0 ? length : 1);
    if (copy == NULL)
        exit(2);
    memcpy(copy, text, length);
    return copy;
}

static bool is(const char *text, urispec_span span, const char *expected) {
    if (expected == NULL)
        return span.length == URISPEC_UNDEFINED && span.start == 0;
    return span.length == strlen(expected) && memcmp(text + span.start, expected, span.length) == 0;
}

static uint32_t edition(const char *id) {
    uint32_t number = UINT32_MAX;
    CHECK(urispec_edition(id, strlen(id), &number) == URISPEC_STATUS_OK);
    return number;
}

static urispec_status parse(uint32_t of, const char *text, urispec_reference *reference) {
    char *copy = exact(text);
    urispec_status status = urispec_parse(of, copy, strlen(text), reference);
    free(copy);
    return status;
}

static void components(void) {
    const char *text = "foo://user@example.com:8042/over/there?name=ferret#nose";
    urispec_reference uri;
    CHECK(parse(URISPEC_RFC3986, text, &uri) == URISPEC_STATUS_OK);
    CHECK(is(text, uri.scheme, "foo"));
    CHECK(is(text, uri.authority, "user@example.com:8042"));
    CHECK(is(text, uri.userinfo, "user"));
    CHECK(is(text, uri.host, "example.com"));
    CHECK(is(text, uri.port, "8042"));
    CHECK(is(text, uri.path, "/over/there"));
    CHECK(is(text, uri.query, "name=ferret"));
    CHECK(is(text, uri.fragment, "nose"));
    CHECK(uri.host_kind == URISPEC_HOST_KIND_REG_NAME && !uri.is_opaque);

    /* Undefined is not empty. */
    text = "//@:?#";
    CHECK(parse(URISPEC_RFC3986, text, &uri) == URISPEC_STATUS_OK);
    CHECK(is(text, uri.scheme, NULL) && is(text, uri.authority, "@:"));
    CHECK(is(text, uri.userinfo, "") && is(text, uri.host, "") && is(text, uri.port, ""));
    CHECK(is(text, uri.query, "") && is(text, uri.fragment, "") && uri.fragment.start == 6);
    CHECK(parse(URISPEC_RFC3986, "", &uri) == URISPEC_STATUS_OK);
    CHECK(is("", uri.path, "") && is("", uri.authority, NULL) && is("", uri.host, NULL));
    CHECK(uri.host_kind == URISPEC_HOST_KIND_NONE);

    CHECK(parse(URISPEC_RFC3986, "//[::1]", &uri) == URISPEC_STATUS_OK);
    CHECK(uri.host_kind == URISPEC_HOST_KIND_IPV6_ADDRESS && uri.host.length == 5);
    CHECK(parse(URISPEC_RFC3986, "//127.0.0.1", &uri) == URISPEC_STATUS_OK);
    CHECK(uri.host_kind == URISPEC_HOST_KIND_IPV4_ADDRESS);

    /* In RFC 2396 the "?" belongs to the opaque part. */
    text = "a:b?c";
    CHECK(parse(edition("rfc2396"), text, &uri) == URISPEC_STATUS_OK);
    CHECK(uri.is_opaque && is(text, uri.path, "b?c") && is(text, uri.query, NULL));

    CHECK(parse(URISPEC_RFC3986, "http://h/a b", &uri) == URISPEC_STATUS_INVALID);
    CHECK(is("", uri.scheme, NULL) && is("", uri.path, NULL));
}

static void validity(void) {
    /* RFC 2732 introduced brackets; RFC 2396 has none. */
    const char *text = "http://[::1]/";
    CHECK(urispec_check(URISPEC_RFC3986, text, strlen(text)) == URISPEC_STATUS_OK);
    CHECK(urispec_check(edition("rfc2396"), text, strlen(text)) == URISPEC_STATUS_INVALID);
    /* NUL is a byte like any other, and no URI contains it. */
    CHECK(urispec_check(URISPEC_RFC3986, "a\0b", 3) == URISPEC_STATUS_INVALID);
    CHECK(urispec_check(URISPEC_RFC3986, "a\xff", 2) == URISPEC_STATUS_INVALID);
    CHECK(urispec_check(URISPEC_RFC3986, "ab", 1) == URISPEC_STATUS_OK);
    CHECK(urispec_check(1000, "a", 1) == URISPEC_STATUS_EDITION);
    uint32_t number = 7;
    CHECK(urispec_edition("rfc1", 4, &number) == URISPEC_STATUS_EDITION && number == 7);
}

static void explaining(void) {
    const char *text = "http://[::1";
    char message[512];
    size_t offset = 0, length = 0;
    CHECK(urispec_explain(URISPEC_RFC3986, text, strlen(text), &offset, message, sizeof message, &length)
          == URISPEC_STATUS_OK);
    CHECK(offset == 11 && length == strlen(message));
    CHECK(strncmp(message, "at byte 7: \"[\" before an IP address has no matching \"]\"", 55) == 0);
    /* A reference needs no explanation. */
    CHECK(urispec_explain(URISPEC_RFC3986, "a:b", 3, &offset, message, sizeof message, &length)
          == URISPEC_STATUS_OK);
    CHECK(offset == 3 && length == 0 && message[0] == '\0');
    /* Bytes that are not UTF-8, and a space before them. */
    urispec_explain(URISPEC_RFC3986, "a\xff", 2, &offset, NULL, 0, NULL);
    CHECK(offset == 1);
    CHECK(urispec_explain(URISPEC_RFC3986, "a b\xff", 4, &offset, NULL, 0, NULL)
          == URISPEC_STATUS_BUFFER);
    CHECK(offset == 1);
}

static void resolving(void) {
    const char *base = "http://a/b/c/d;p?q";
    /* RFC 3986, 5.4.1 and 5.4.2. */
    static const char *const examples[][2] = {
        {"g:h", "g:h"}, {"g", "http://a/b/c/g"}, {"//g", "http://g"},
        {"?y", "http://a/b/c/d;p?y"}, {"", "http://a/b/c/d;p?q"}, {"..", "http://a/b/"},
        {"../../../../g", "http://a/g"}, {"g;x=1/../y", "http://a/b/c/y"},
    };
    for (size_t at = 0; at < sizeof examples / sizeof *examples; at++) {
        const char *reference = examples[at][0], *expected = examples[at][1];
        char *from = exact(base), *to = exact(reference), *target = malloc(strlen(expected) + 1);
        size_t length = 0;
        urispec_status status =
            urispec_resolve(URISPEC_RFC3986, from, strlen(base), to, strlen(reference), target,
                            strlen(expected) + 1, &length);
        CHECK(status == URISPEC_STATUS_OK && strcmp(target, expected) == 0);
        CHECK(length == strlen(expected));
        free(from), free(to), free(target);
    }
    char target[64];
    size_t length = 0;
    /* RFC 2396, C.1: an empty reference denotes the current document. */
    CHECK(urispec_resolve(edition("rfc2396"), base, strlen(base), "", 0, target, 64, &length)
          == URISPEC_STATUS_CURRENT_DOCUMENT);
    CHECK(urispec_resolve(edition("rfc1738"), base, strlen(base), "g", 1, target, 64, &length)
          == URISPEC_STATUS_UNRESOLVED);
    CHECK(urispec_resolve(0, "/b", 2, "g", 1, target, 64, &length) == URISPEC_STATUS_BASE);
    CHECK(urispec_resolve(0, base, strlen(base), "%", 1, target, 64, &length) == URISPEC_STATUS_INVALID);
    CHECK(urispec_resolve(0, "a:/b", 4, ".//c", 4, target, 64, &length) == URISPEC_STATUS_MISREAD);
}

static void normalizing(void) {
    /* RFC 3986, 6.2.2. */
    char text[] = "eXAMPLE://a/./b/../b/%63/%7bfoo%7d";
    const char *normal = "example://a/b/c/%7Bfoo%7D";
    char buffer[64];
    size_t length = 0;
    CHECK(urispec_normalize(0, URISPEC_RUNG_PATH_SEGMENTS, text, strlen(text), buffer, 64, &length)
          == URISPEC_STATUS_OK);
    CHECK(strcmp(buffer, normal) == 0 && length == strlen(normal));
    /* The buffer may be the string itself, changed or not. */
    CHECK(urispec_normalize(0, 3, text, strlen(text), text, sizeof text, &length) == URISPEC_STATUS_OK);
    CHECK(strcmp(text, normal) == 0);
    CHECK(urispec_normalize(0, 3, text, strlen(text), text, sizeof text, &length) == URISPEC_STATUS_OK);
    CHECK(strcmp(text, normal) == 0);
    CHECK(urispec_normalize(0, URISPEC_RUNG_SCHEME, "http://h:80", 11, buffer, 64, NULL)
          == URISPEC_STATUS_OK);
    CHECK(strcmp(buffer, "http://h/") == 0);
    CHECK(urispec_normalize(0, 5, "a:b", 3, buffer, 64, &length) == URISPEC_STATUS_RUNG);

    /* A buffer that is too small: the length is set, and no part of the result is written. */
    length = 0;
    memset(buffer, 'x', sizeof buffer);
    CHECK(urispec_normalize(0, 3, "A:b", 3, buffer, 3, &length) == URISPEC_STATUS_BUFFER);
    CHECK(length == 3 && buffer[0] == '\0' && buffer[1] == 'x');
    CHECK(urispec_normalize(0, 3, "A:b", 3, buffer, length + 1, &length) == URISPEC_STATUS_OK);
    CHECK(strcmp(buffer, "a:b") == 0 && buffer[4] == 'x');
    length = 0;
    CHECK(urispec_normalize(0, 3, "A:b", 3, NULL, 0, &length) == URISPEC_STATUS_BUFFER && length == 3);
}

static void wrong_calls(void) {
    urispec_reference uri;
    char buffer[8];
    CHECK(urispec_parse(0, NULL, 1, &uri) == URISPEC_STATUS_NULL);
    CHECK(urispec_parse(0, NULL, 0, &uri) == URISPEC_STATUS_OK && uri.path.length == 0);
    CHECK(urispec_parse(0, "a", 1, NULL) == URISPEC_STATUS_NULL);
    CHECK(urispec_check(0, "a", (size_t)-1) == URISPEC_STATUS_TOO_LONG);
    CHECK(urispec_check(0, "a", (size_t)PTRDIFF_MAX + 1) == URISPEC_STATUS_TOO_LONG);
    CHECK(urispec_resolve(0, NULL, 1, "a", 1, buffer, 8, NULL) == URISPEC_STATUS_NULL);
    CHECK(urispec_resolve(0, "a:", 2, NULL, 1, buffer, 8, NULL) == URISPEC_STATUS_NULL);
    CHECK(urispec_normalize(0, 3, "a:", 2, NULL, 8, NULL) == URISPEC_STATUS_NULL);
    CHECK(urispec_edition(NULL, 3, NULL) == URISPEC_STATUS_NULL);
    CHECK(urispec_edition("rfc3986", 7, NULL) == URISPEC_STATUS_NULL);
    /* An unaligned place. */
    char places[sizeof uri + 1];
    CHECK(urispec_parse(0, "a:", 2, (urispec_reference *)(void *)(places + 1)) == URISPEC_STATUS_OK);
    memcpy(&uri, places + 1, sizeof uri);
    CHECK(uri.scheme.length == 1);
    CHECK(strcmp(urispec_status_text(URISPEC_STATUS_NULL), "a pointer is NULL") == 0);
    CHECK(strcmp(urispec_status_text(-1), "no status has this number") == 0);
    CHECK(strlen(urispec_version()) >= 5);
}

/* Each line of the file has an edition, "valid" or "invalid", and a string, with tabs between. */
static void verdicts(const char *path) {
    static char line[1 << 16], normal[1 << 16];
    FILE *file = path == NULL ? NULL : fopen(path, "r");
    CHECK(file != NULL);
    int lines = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        char *verdict = strchr(line, '\t');
        CHECK(verdict != NULL);
        *verdict++ = '\0';
        char *text = strchr(verdict, '\t');
        CHECK(text != NULL);
        *text++ = '\0';
        uint32_t of = edition(line);
        urispec_status expected =
            strcmp(verdict, "valid") == 0 ? URISPEC_STATUS_OK : URISPEC_STATUS_INVALID;
        size_t length = strlen(text), offset, written;
        urispec_reference reference;
        int before = failures;
        CHECK(urispec_check(of, text, length) == expected);
        CHECK(parse(of, text, &reference) == expected);
        CHECK(urispec_normalize(of, URISPEC_RUNG_SCHEME, text, length, normal, sizeof normal, &written) == expected);
        bool is_explained = urispec_explain(of, text, length, &offset, normal, sizeof normal, &written)
            == URISPEC_STATUS_OK && written > 0;
        CHECK(is_explained == (expected == URISPEC_STATUS_INVALID));
        if (failures > before)
            fprintf(stderr, "%s: %s: %s\n", line, verdict, text);
        lines++;
    }
    CHECK(lines > 1000);
    if (file != NULL)
        fclose(file);
}

int main(int count, char **arguments) {
    components();
    validity();
    explaining();
    resolving();
    normalizing();
    wrong_calls();
    verdicts(count > 1 ? arguments[1] : NULL);
    if (failures == 0)
        puts("ok");
    return failures == 0 ? 0 : 1;
}
