;; Guile, the module (web uri): `string->uri-reference`. Nothing is decoded; an IP literal has no brackets. The port is a
;; number. It does not resolve.
(use-modules (web uri) (ice-9 rdelim) (ice-9 regex) (ice-9 textual-ports) (srfi srfi-13) (rnrs bytevectors))

(define (unit text) (string->number text 16))

;; The texts of {"input":"…"} or {"input":"…","base":"…"}, in that order.
(define (texts line)
  (define (decoded text)
    (let loop ((left (string->list text)) (done '()))
      (define (hex) (unit (list->string (list-head (cddr left) 4))))
      (cond
       ((null? left) (list->string (reverse done)))
       ((not (char=? (car left) #\\)) (loop (cdr left) (cons (car left) done)))
       ((not (char=? (cadr left) #\u)) (loop (cddr left) (cons (cadr left) done)))
       ((= (ash (hex) -10) #x36)
        (let ((low (unit (list->string (list-head (list-tail left 8) 4)))))
          (loop (list-tail left 12)
                (cons (integer->char (+ #x10000 (ash (logand (hex) #x3ff) 10) (logand low #x3ff))) done))))
       (else (loop (list-tail left 6) (cons (integer->char (hex)) done))))))
  (let loop ((start 0))
    (let ((at (string-contains line ":\"" start)))
      (if (not at) '()
          (let ((end (let find ((end (+ at 2)))
                       (case (string-ref line end)
                         ((#\") end)
                         ((#\\) (find (+ end 2)))
                         (else (find (+ end 1)))))))
            (cons (decoded (substring line (+ at 2) end)) (loop end)))))))

(define (quoted text)
  (define (escaped code) (string-append "\\u" (string-pad (number->string code 16) 4 #\0)))
  (string-append
   "\"" (string-concatenate
         (map (lambda (c)
                (let ((code (char->integer c)))
                  (cond
                   ((memv c '(#\" #\\)) (string #\\ c))
                   ((<= 32 code 126) (string c))
                   ((< code #x10000) (escaped code))
                   (else (string-append (escaped (+ #xd800 (ash (- code #x10000) -10)))
                                        (escaped (+ #xdc00 (logand code #x3ff))))))))
              (string->list text)))
   "\""))

(define (pair name part)
  (string-append ",\"" name "\":"
                 (cond ((not part) "null") ((symbol? part) (quoted (symbol->string part)))
                       ((number? part) (quoted (number->string part))) (else (quoted part)))))

(define (answer input)
  (let ((uri (string->uri-reference input)))
    (if (not uri) "{\"valid\":false"
        (string-append
         "{\"valid\":true" (pair "scheme" (uri-scheme uri)) (pair "userinfo" (uri-userinfo uri))
         (pair "host" (uri-host uri)) (pair "port" (uri-port uri)) (pair "path" (uri-path uri))
         (pair "query" (uri-query uri)) (pair "fragment" (uri-fragment uri))))))

;; Parses the strings of a file, several times, and reports the seconds of the fastest round.
(define (timed line about)
  (let* ((text (call-with-input-file (car about) get-string-all #:encoding "UTF-8"))
         (strings (string-split (if (string-suffix? "\n" text) (string-drop-right text 1) text) #\newline))
         (rounds (string->number (match:substring (string-match "\"rounds\":([0-9]+)" line) 1))))
    (let loop ((left rounds) (best +inf.0))
      (if (zero? left)
          (string-append "{\"seconds\":" (number->string best) ",\"strings\":" (number->string (length strings)))
          (let ((begin-time (get-internal-real-time)))
            (for-each string->uri-reference strings)
            (loop (- left 1)
                  (min best (exact->inexact (/ (- (get-internal-real-time) begin-time) internal-time-units-per-second)))))))))

(let loop ((first (pair "reader" (string-append "Guile " (version) " (web uri)"))))
  (let ((line (read-line)))
    (unless (eof-object? line)
      (let* ((about (texts line)) (is-timed (string-prefix? "{\"time\"" line)))
        (display (cond
                  ((and is-timed (null? (cdr about))) (timed line about))
                  (is-timed "{\"seconds\":null")
                  ((null? (cdr about)) (answer (car about)))
                  (else "{\"valid\":null")))
        (display first) (display "}\n") (force-output))
      (loop ""))))
