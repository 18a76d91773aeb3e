/* Parses every line of a file and reads its five components: with urispec, and with
 * uriparser if it is installed. The two alternate, and the fastest round of each counts, which
 * reduces the noise from other programs. */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "urispec.h"
#ifdef HAS_URIPARSER
#include <uriparser/Uri.h>
#endif

enum { ROUNDS = 40 };

typedef struct line {
    const char *start;
    size_t length;
} line;

/* The totals over all lines: the number of valid lines and the lengths of their components. */
typedef struct sum {
    size_t valid, bytes;
} sum;

static size_t defined(urispec_span span) {
    return span.length == URISPEC_UNDEFINED ? 0 : span.length;
}

static sum by_urispec(const line *lines, size_t count) {
    sum all = {0, 0};
    for (size_t at = 0; at < count; at++) {
        urispec_reference uri;
        if (urispec_parse(URISPEC_RFC3986, lines[at].start, lines[at].length, &uri) != URISPEC_STATUS_OK)
            continue;
        all.valid++;
        all.bytes += defined(uri.scheme) + defined(uri.authority) + defined(uri.path)
                     + defined(uri.query) + defined(uri.fragment);
    }
    return all;
}

#ifdef HAS_URIPARSER
static size_t span_of(UriTextRangeA range) {
    return range.first == NULL ? 0 : (size_t)(range.afterLast - range.first);
}

static sum by_uriparser(const line *lines, size_t count) {
    sum all = {0, 0};
    for (size_t at = 0; at < count; at++) {
        UriUriA uri;
        const char *error;
        const char *start = lines[at].start, *end = start + lines[at].length;
        if (uriParseSingleUriExA(&uri, start, end, &error) != URI_SUCCESS)
            continue;
        all.valid++;
        all.bytes += span_of(uri.scheme) + span_of(uri.hostText) + span_of(uri.query)
                     + span_of(uri.fragment);
        for (const UriPathSegmentA *segment = uri.pathHead; segment != NULL; segment = segment->next)
            all.bytes += span_of(segment->text);
        uriFreeUriMembersA(&uri);
    }
    return all;
}
#endif

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void timed(sum (*parse)(const line *, size_t), const line *lines, size_t count, sum *all,
                  double *least) {
    double start = seconds();
    *all = parse(lines, count);
    double took = (seconds() - start) * 1e9 / (double)count;
    if (took < *least)
        *least = took;
}

int main(int argc, char **argv) {
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    if (file == NULL)
        return fprintf(stderr, "usage: compare FILE\n"), 2;
    size_t size = 0, room = 1 << 16, count = 0, lines_room = 1 << 10;
    char *text = malloc(room);
    for (size_t got; text != NULL && (got = fread(text + size, 1, room - size, file)) > 0;)
        if ((size += got) == room)
            text = realloc(text, room *= 2);
    fclose(file);
    line *lines = malloc(lines_room * sizeof *lines);
    for (size_t start = 0; text != NULL && lines != NULL && start < size;) {
        const char *end = memchr(text + start, '\n', size - start);
        size_t length = end == NULL ? size - start : (size_t)(end - text) - start;
        if (count == lines_room)
            lines = realloc(lines, (lines_room *= 2) * sizeof *lines);
        if (lines != NULL)
            lines[count++] = (line){text + start, length};
        start += length + 1;
    }
    if (text == NULL || lines == NULL || count == 0)
        return fprintf(stderr, "the file is empty, or does not fit in memory\n"), 2;

    double ours = HUGE_VAL;
    sum all;
#ifdef HAS_URIPARSER
    double theirs = HUGE_VAL;
    sum others;
#endif
    for (int round = 0; round < ROUNDS; round++) {
        timed(by_urispec, lines, count, &all, &ours);
#ifdef HAS_URIPARSER
        timed(by_uriparser, lines, count, &others, &theirs);
#endif
    }
    printf("%zu lines; parse and five components, ns of processor time per line, fastest of %d rounds\n",
           count, ROUNDS);
    printf("urispec    %6.1f   %zu valid, %zu bytes in components\n", ours, all.valid, all.bytes);
#ifdef HAS_URIPARSER
    printf("uriparser  %6.1f   %zu valid, %zu bytes (host for authority, path without \"/\")\n", theirs,
           others.valid, others.bytes);
    printf("uriparser takes %.1f times as long\n", theirs / ours);
#else
    puts("uriparser is not installed (liburiparser-dev)");
#endif
    free(lines);
    free(text);
    return 0;
}
