/* urispec: URIs exactly as RFC 3986 and its predecessors define them.
 *
 * `cargo run -p urispec-generate` generates this file from the comments in crates/capi.
 *
 * A string is a pointer and a length in bytes. It need not end in NUL, and may contain any bytes. The
 * pointer may be NULL only if the length is 0. No call retains a pointer, and nothing has to be freed. Any
 * number of threads may call at once.
 *
 * A text result is written with a NUL into a buffer of `size` bytes, if both fit. Its length without the
 * NUL goes to *length, unless that pointer is NULL. If they do not fit, the buffer becomes the empty
 * string, the status is URISPEC_STATUS_BUFFER, and *length is set: a buffer of *length + 1 bytes is large
 * enough. To get only the length, pass a size of 0; the buffer may then be NULL. With any other status,
 * nothing is written unless the function documents it.
 *
 *     const char *text = "http://example.com:80/a";
 *     urispec_reference uri;
 *     if (urispec_parse(URISPEC_RFC3986, text, strlen(text), &uri) == URISPEC_STATUS_OK
 *             && uri.host.length != URISPEC_UNDEFINED)
 *         printf("%.*s\n", (int)uri.host.length, text + uri.host.start);
 */

#ifndef URISPEC_H
#define URISPEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The length of an undefined component. An empty component is defined, and its length is 0.
#define URISPEC_UNDEFINED UINT32_MAX

// The number of RFC 3986, the default edition. Look up the numbers of other editions by id with
// urispec_edition: they may change between versions of the library.
#define URISPEC_RFC3986 0

// The result of a call. URISPEC_STATUS_OK is zero; every other status is an error.
typedef enum urispec_status {
  // The call succeeded.
  URISPEC_STATUS_OK = 0,
  // The string is not a reference of the edition. urispec_explain gives the reason.
  URISPEC_STATUS_INVALID = 1,
  // The base is not a string of the edition, or has no scheme; a base must be a URI.
  URISPEC_STATUS_BASE = 2,
  // The target would parse as a different URI, as for ".//c" against "a:/b" (RFC 3986, 3.3).
  URISPEC_STATUS_MISREAD = 3,
  // The reference denotes the current document, which has no target URI in this edition.
  URISPEC_STATUS_CURRENT_DOCUMENT = 4,
  // The edition defines no resolution, or none for this reference.
  URISPEC_STATUS_UNRESOLVED = 5,
  // The buffer is too small for the result and its NUL. The length of the result, without the NUL,
  // was set.
  URISPEC_STATUS_BUFFER = 6,
  // A required pointer is NULL.
  URISPEC_STATUS_NULL = 7,
  // The string is longer than 4294967295 bytes, the largest offset.
  URISPEC_STATUS_TOO_LONG = 8,
  // No edition has this number.
  URISPEC_STATUS_EDITION = 9,
  // No rung has this number.
  URISPEC_STATUS_RUNG = 10,
  // The library has a bug. Nothing was written, and it is safe to continue.
  URISPEC_STATUS_FAULT = 11,
} urispec_status;

// The kind of a host (RFC 3986, 3.2.2).
typedef enum urispec_host_kind {
  // No host.
  URISPEC_HOST_KIND_NONE = 0,
  // A registered name, which may be empty.
  URISPEC_HOST_KIND_REG_NAME = 1,
  // Four decimal numbers.
  URISPEC_HOST_KIND_IPV4_ADDRESS = 2,
  // An IPv6 address in brackets.
  URISPEC_HOST_KIND_IPV6_ADDRESS = 3,
  // An address of a later version of IP, in brackets.
  URISPEC_HOST_KIND_IPV_FUTURE = 4,
  // A domain name, in the editions before RFC 3986.
  URISPEC_HOST_KIND_HOSTNAME = 5,
  // The `hostnumber` of url-syntax-05, an IPv4 address.
  URISPEC_HOST_KIND_HOSTNUMBER = 6,
} urispec_host_kind;

// A degree of normalization (RFC 3986, 6.2). Each rung includes the rungs before it.
typedef enum urispec_rung {
  // Nothing is changed (RFC 3986, 6.2.1).
  URISPEC_RUNG_STRING = 0,
  // The letter case of scheme, host and triplets is normalized (RFC 3986, 6.2.2.1).
  URISPEC_RUNG_CASE = 1,
  // Triplets of unreserved characters are decoded (RFC 3986, 6.2.2.2).
  URISPEC_RUNG_PERCENT_ENCODING = 2,
  // Dot segments are removed (RFC 3986, 6.2.2.3). The highest rung that is safe for every scheme.
  URISPEC_RUNG_PATH_SEGMENTS = 3,
  // Differences that are insignificant in the scheme are removed (RFC 3986, 6.2.3).
  URISPEC_RUNG_SCHEME = 4,
} urispec_rung;

// The span of a component in the parsed string: its first byte and its number of bytes.
//
// If the component is undefined, the length is URISPEC_UNDEFINED and the start is 0.
typedef struct urispec_span {
  // The offset of the first byte.
  uint32_t start;
  // The number of bytes, or URISPEC_UNDEFINED.
  uint32_t length;
} urispec_span;

// A parsed reference: the spans of its components. No byte of the string is copied.
//
//   foo://user@example.com:8042/over/there?name=ferret#nose
//   \_/   \___________________/\_________/ \_________/ \__/
//  scheme       authority         path        query  fragment
//
// The delimiters belong to no component. The path is always defined. In RFC 3986, the host is defined
// if the authority is. Every other component may be undefined.
typedef struct urispec_reference {
  // The scheme, without ":".
  struct urispec_span scheme;
  // The authority, without "//".
  struct urispec_span authority;
  // The userinfo, without "@". It may contain a password.
  struct urispec_span userinfo;
  // The host. An address of IPv6 or later keeps its brackets.
  struct urispec_span host;
  // The port, without ":". It may have any number of digits, even none.
  struct urispec_span port;
  // The path. In an edition with opaque parts, it may be an opaque part.
  struct urispec_span path;
  // The query, without "?".
  struct urispec_span query;
  // The fragment, without "#".
  struct urispec_span fragment;
  // The kind of the host.
  enum urispec_host_kind host_kind;
  // Whether the path is an opaque part. Only editions before RFC 3986 have opaque parts.
  bool is_opaque;
} urispec_reference;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Writes the number of the edition with an id, such as "rfc2396", to *edition.
//
// The ids are "rfc3986", whose number is URISPEC_RFC3986, and the ids of the older documents, which
// `urispec check --help` lists. Any other id returns URISPEC_STATUS_EDITION.
enum urispec_status urispec_edition(const char *id, size_t length, uint32_t *edition);

// Checks that a string is a URI or a relative reference of an edition. Nothing is allocated.
enum urispec_status urispec_check(uint32_t edition, const char *text, size_t length);

// Parses a URI or a relative reference of an edition. In RFC 3986 nothing is allocated.
//
// The spans of the components are written to *reference. If the status is not URISPEC_STATUS_OK, all of
// them are undefined.
enum urispec_status urispec_parse(uint32_t edition,
                                  const char *text,
                                  size_t length,
                                  struct urispec_reference *reference);

// Explains why a string is not a reference of an edition.
//
// *offset receives the offset of the first byte at which the string can no longer be a reference,
// unless offset is NULL. The buffer receives a sentence in UTF-8. If the string is a reference, the
// offset is the string's length, the sentence is empty, and the status is URISPEC_STATUS_OK.
//
// The sentence may quote parts of the string.
enum urispec_status urispec_explain(uint32_t edition,
                                    const char *text,
                                    size_t length,
                                    size_t *offset,
                                    char *buffer,
                                    size_t size,
                                    size_t *message_length);

// Resolves a reference against a base, by the algorithm of an edition (RFC 3986, 5.2).
//
// The target is written to the buffer. The algorithms of editions before RFC 3986 may leave ".." above
// the root, so that the target is not valid in the edition.
enum urispec_status urispec_resolve(uint32_t edition,
                                    const char *base,
                                    size_t base_length,
                                    const char *reference,
                                    size_t reference_length,
                                    char *buffer,
                                    size_t size,
                                    size_t *target_length);

// Normalizes a reference up to a urispec_rung, as an edition permits (RFC 3986, 6.2.2 and 6.2.3).
// URISPEC_RUNG_PATH_SEGMENTS is the highest rung that is safe for every scheme.
//
// The normal form is written to the buffer, which may be the input string itself.
enum urispec_status urispec_normalize(uint32_t edition,
                                      uint32_t rung,
                                      const char *text,
                                      size_t length,
                                      char *buffer,
                                      size_t size,
                                      size_t *normal_length);

// Returns a description of a status, as a NUL-terminated string with static lifetime.
const char *urispec_status_text(int32_t status);

// Returns the version of the library, such as "0.1.0", as a NUL-terminated string with static
// lifetime.
const char *urispec_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* URISPEC_H */
