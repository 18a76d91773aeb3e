/* urispec: URIs by the letter of RFC 3986 and of the documents before it.
 *
 * This file is generated from the comments in crates/capi by `cargo run -p urispec-generate`.
 *
 * A string is a pointer and a length in bytes. It need not end in NUL, and may contain any bytes. The pointer
 * may be NULL only if the length is 0. No call keeps a string, and nothing has to be freed. Any number of
 * threads may call at once.
 *
 * A call writes its result and a NUL into a buffer of `size` bytes if both fit, and the length without the NUL
 * to *length unless that pointer is NULL. If they do not fit, the buffer becomes the empty string, the status
 * is URISPEC_STATUS_BUFFER, and *length is set: a buffer of one byte more is large enough. Pass a buffer of
 * size 0, which may be NULL, to get only the length. With any other status, a call writes nothing unless its
 * comment says so.
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

// The length of a component that is undefined. An empty component is defined, and its length is 0.
#define URISPEC_UNDEFINED UINT32_MAX

// The number of RFC 3986, the default edition. The numbers of the others are asked for by their ids, with
// urispec_edition: they may be others in another version of the library.
#define URISPEC_RFC3986 0

// What became of a call. Every status but URISPEC_STATUS_OK is a refusal, and zero is none.
typedef enum urispec_status {
  // The call did what it is for.
  URISPEC_STATUS_OK = 0,
  // The string is no reference of the edition. urispec_explain says why.
  URISPEC_STATUS_INVALID = 1,
  // The base is no string of the edition, or has no scheme; a base is a URI.
  URISPEC_STATUS_BASE = 2,
  // The target would read back as another URI, as that of ".//c" against "a:/b" would (RFC 3986, 3.3).
  URISPEC_STATUS_MISREAD = 3,
  // The reference is to the current document, which in the edition has no target of its own.
  URISPEC_STATUS_CURRENT_DOCUMENT = 4,
  // The edition resolves nothing, or not this reference.
  URISPEC_STATUS_UNRESOLVED = 5,
  // The buffer is too small. The length was set; the result and a NUL need one byte more.
  URISPEC_STATUS_BUFFER = 6,
  // A pointer is NULL that must not be.
  URISPEC_STATUS_NULL = 7,
  // The string is longer than 4294967295 bytes, which no offset expresses.
  URISPEC_STATUS_TOO_LONG = 8,
  // The number is not that of an edition.
  URISPEC_STATUS_EDITION = 9,
  // The number is not that of a rung.
  URISPEC_STATUS_RUNG = 10,
  // The library has a fault. Nothing was written; it is safe to go on.
  URISPEC_STATUS_FAULT = 11,
} urispec_status;

// The kind of a host (RFC 3986, 3.2.2).
typedef enum urispec_host_kind {
  // There is no host.
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
  // What url-syntax-05 calls an IPv4 address.
  URISPEC_HOST_KIND_HOSTNUMBER = 6,
} urispec_host_kind;

// How far a reference is normalized (RFC 3986, 6.2). Each rung has those above it in this list.
typedef enum urispec_rung {
  // Nothing is changed (6.2.1).
  URISPEC_RUNG_STRING = 0,
  // The letter case of scheme, host and triplets (6.2.2.1).
  URISPEC_RUNG_CASE = 1,
  // Triplets of unreserved characters are decoded (6.2.2.2).
  URISPEC_RUNG_PERCENT_ENCODING = 2,
  // Dot segments are removed (6.2.2.3). This is all that is safe for any scheme.
  URISPEC_RUNG_PATH_SEGMENTS = 3,
  // What the scheme's own document says does not matter (6.2.3).
  URISPEC_RUNG_SCHEME = 4,
} urispec_rung;

// Where a component lies in the string that was parsed: its first byte, and how many bytes it has.
//
// If the component is undefined, the length is URISPEC_UNDEFINED and the start is 0.
typedef struct urispec_span {
  // The offset of the first byte.
  uint32_t start;
  // The number of bytes, or URISPEC_UNDEFINED.
  uint32_t length;
} urispec_span;

// A reference that was parsed: where its components lie. No byte of the string is copied.
//
//   foo://user@example.com:8042/over/there?name=ferret#nose
//   \_/   \___________________/\_________/ \_________/ \__/
//  scheme       authority         path        query  fragment
//
// The delimiters belong to no component. The path is always defined, and so is the host in RFC 3986
// where the authority is; all others may be undefined.
typedef struct urispec_reference {
  // The scheme, without ":".
  struct urispec_span scheme;
  // The authority, without "//".
  struct urispec_span authority;
  // The userinfo, without "@". It may hold a password.
  struct urispec_span userinfo;
  // The host. An address of IPv6 or later keeps its brackets.
  struct urispec_span host;
  // The port, without ":". It may have any number of digits, even none.
  struct urispec_span port;
  // The path, or the opaque part of an edition that has one.
  struct urispec_span path;
  // The query, without "?".
  struct urispec_span query;
  // The fragment, without "#".
  struct urispec_span fragment;
  // The kind of the host.
  enum urispec_host_kind host_kind;
  // Whether the path is an opaque part, which the editions before RFC 3986 have.
  bool is_opaque;
} urispec_reference;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The number of the edition that has an id, such as "rfc2396". It goes to *edition.
//
// The ids are "rfc3986", whose number is URISPEC_RFC3986, and those of the older documents, as
// `urispec check --help` lists them. Another id gives URISPEC_STATUS_EDITION.
enum urispec_status urispec_edition(const char *id, size_t length, uint32_t *edition);

// Checks that a string is a URI or a relative reference of an edition. Nothing is allocated.
enum urispec_status urispec_check(uint32_t edition, const char *text, size_t length);

// Parses a URI or a relative reference of an edition. In RFC 3986 nothing is allocated.
//
// Where the components lie goes to *reference. If the status is not URISPEC_STATUS_OK, every component
// there is undefined.
enum urispec_status urispec_parse(uint32_t edition,
                                  const char *text,
                                  size_t length,
                                  struct urispec_reference *reference);

// Says why a string is no reference of an edition.
//
// The offset of the first byte after which no string of the edition goes on goes to *offset, unless
// offset is NULL. A sentence in UTF-8 goes to the buffer. If the string is a reference, the offset is
// the string's length, the sentence is empty, and the status is URISPEC_STATUS_OK.
//
// The sentence may show parts of the string.
enum urispec_status urispec_explain(uint32_t edition,
                                    const char *text,
                                    size_t length,
                                    size_t *offset,
                                    char *buffer,
                                    size_t size,
                                    size_t *message_length);

// Resolves a reference against a base, by the letter of an edition (RFC 3986, 5.2).
//
// The target goes to the buffer. Of an edition before RFC 3986 the target may be none of its strings,
// where its algorithm leaves ".." above the root.
enum urispec_status urispec_resolve(uint32_t edition,
                                    const char *base,
                                    size_t base_length,
                                    const char *reference,
                                    size_t reference_length,
                                    char *buffer,
                                    size_t size,
                                    size_t *target_length);

// Normalizes a reference up to a rung, an urispec_rung, by what an edition licenses (RFC 3986, 6.2.2
// and 6.2.3). URISPEC_RUNG_PATH_SEGMENTS is all that is safe for any scheme.
//
// The normal form goes to the buffer, which may be the string itself.
enum urispec_status urispec_normalize(uint32_t edition,
                                      uint32_t rung,
                                      const char *text,
                                      size_t length,
                                      char *buffer,
                                      size_t size,
                                      size_t *normal_length);

// A status as a sentence that ends in NUL and lives as long as the program.
const char *urispec_status_text(int32_t status);

// The version of the library, such as "0.1.0", which lives as long as the program.
const char *urispec_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* URISPEC_H */
