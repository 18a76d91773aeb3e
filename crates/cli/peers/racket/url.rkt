#lang racket/base
;; Racket, net/url: `string->url` and `combine-url/relative`. The components are decoded, and `url->string` encodes them
;; again, so only the host and what decoding does not change are reported.
(require json net/url racket/list racket/string)

(define (parsed input base)
  (if base (combine-url/relative (string->url base) input) (string->url input)))

(define (answer input base)
  (with-handlers ([url-exception? (lambda (error) (hasheq 'valid #f 'error (exn-message error)))])
    (define url (parsed input base))
    (define (part text) (or text (json-null)))
    (cond
      [base (hasheq 'valid #t 'target (url->string url))]
      [else
       (define whole (hasheq 'valid #t 'scheme (part (url-scheme url)) 'host (part (url-host url))
                             'port (if (url-port url) (number->string (url-port url)) (json-null))
                             'normalized (url->string url)))
       (if (string-contains? input "%")
           whole
           (hash-set* whole 'userinfo (part (url-user url)) 'fragment (part (url-fragment url))))])))

;; Parses or resolves the strings of a file, several times, and reports the seconds of the fastest round.
(define (timed file rounds base)
  (define text (call-with-input-file file (lambda (in) (let ([read (read-string 100000000 in)]) (if (eof-object? read) "" read)))))
  (define strings (string-split (string-trim text "\n" #:left? #f) "\n" #:trim? #f))
  (define seconds
    (for/list ([_ rounds])
      (define begin (current-inexact-milliseconds))
      (for ([one strings])
        (with-handlers ([url-exception? void]) (parsed one base)))
      (/ (- (current-inexact-milliseconds) begin) 1000)))
  (hasheq 'seconds (apply min seconds) 'strings (length strings)))

(for/fold ([first (hasheq 'reader (string-append "Racket " (version) " net/url"))] #:result (void))
          ([line (in-lines)])
  (define question (string->jsexpr line))
  (define base (hash-ref question 'base #f))
  (define told (if (hash-has-key? question 'time)
                   (timed (hash-ref question 'time) (hash-ref question 'rounds) base)
                   (answer (hash-ref question 'input) base)))
  (write-json (for/fold ([told told]) ([(name text) first]) (hash-set told name text)) #:encode 'all)
  (newline)
  (flush-output)
  (hasheq))
