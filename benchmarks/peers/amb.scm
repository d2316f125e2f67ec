;;; An amb evaluator in the textbook's manner (SICP 4.3.3): analysis into procedures of an environment, a success and a
;;; failure continuation; environments are lists of frames, each a list of names beside a list of values, searched by name.
;;; Usage: guile amb.scm FILE          evaluates the forms of FILE, prints the values of those that are no definitions
;;;        guile amb.scm FILE MORE …   each FILE for itself, a form feed behind each; MORE values of each form (all: every)
;;; Forms beyond the textbook's are derived from its own (exercises 4.5 to 4.8, 4.20, 4.51, 4.52), operands from left to right.

(define (analyze exp)
  (cond ((or (number? exp) (string? exp) (boolean? exp)) (lambda (env succeed fail) (succeed exp fail)))
        ((symbol? exp) (lambda (env succeed fail) (succeed (lookup exp env) fail)))
        (else
         (case (car exp)
           ((quote) (let ((value (cadr exp))) (lambda (env succeed fail) (succeed value fail))))
           ((set!) (analyze-set (cadr exp) (analyze (caddr exp))))
           ((permanent-set!) (analyze-permanent-set (cadr exp) (analyze (caddr exp))))
           ((define) (analyze-define exp))
           ((if) (analyze-if (analyze (cadr exp)) (analyze (caddr exp))
                             (if (null? (cdddr exp)) (analyze #f) (analyze (cadddr exp)))))
           ((lambda) (analyze-lambda (cadr exp) (analyze-row (cddr exp))))
           ((begin) (analyze-row (cdr exp)))
           ((cond) (analyze (cond->if (cdr exp))))
           ((case) (analyze (case->cond exp)))
           ((and) (analyze (and->if (cdr exp))))
           ((or) (analyze (or->if (cdr exp))))
           ((let) (analyze (let->combination exp)))
           ((let*) (analyze (let*->lets (cadr exp) (cddr exp))))
           ((letrec) (analyze (letrec->definitions exp)))
           ((quasiquote) (analyze (quasi (cadr exp) 1)))
           ((amb) (analyze-amb (map analyze (cdr exp))))
           ((if-fail) (analyze-if-fail (analyze (cadr exp)) (analyze (caddr exp))))
           (else (analyze-application (analyze (car exp)) (map analyze (cdr exp))))))))

(define (cond->if clauses)
  (cond ((null? clauses) #f)
        ((eq? (caar clauses) 'else) (cons 'begin (cdar clauses)))
        ((null? (cdar clauses)) (list 'or (caar clauses) (cond->if (cdr clauses))))
        ((eq? (cadar clauses) '=>)
         (list 'let (list (list the-value (caar clauses)))
               (list 'if the-value (list (caddar clauses) the-value) (cond->if (cdr clauses)))))
        (else (list 'if (caar clauses) (cons 'begin (cdar clauses)) (cond->if (cdr clauses))))))

(define (and->if parts)
  (cond ((null? parts) #t)
        ((null? (cdr parts)) (car parts))
        (else (list 'if (car parts) (and->if (cdr parts)) #f))))

;; A name that no program has, for values that are used twice.
(define the-value (make-symbol "value"))

(define (case->cond exp)
  (define (clause parts)
    (if (eq? (car parts) 'else)
        parts
        (cons (list (list 'quote memv) the-value (list 'quote (car parts))) (cdr parts))))
  (list 'let (list (list the-value (cadr exp))) (cons 'cond (map clause (cddr exp)))))

(define (or->if parts)
  (cond ((null? parts) #f)
        ((null? (cdr parts)) (car parts))
        (else (list 'let (list (list the-value (car parts)))
                    (list 'if the-value the-value (or->if (cdr parts)))))))

(define (let->combination exp)
  (if (symbol? (cadr exp))
      (let ((name (cadr exp)) (bindings (caddr exp)) (body (cdddr exp)))
        (cons (list 'letrec (list (list name (cons 'lambda (cons (map car bindings) body)))) name)
              (map cadr bindings)))
      (cons (cons 'lambda (cons (map car (cadr exp)) (cddr exp))) (map cadr (cadr exp)))))

(define (let*->lets bindings body)
  (if (null? bindings)
      (cons 'let (cons '() body))
      (list 'let (list (car bindings)) (let*->lets (cdr bindings) body))))

(define (letrec->definitions exp)
  (append '(let ()) (map (lambda (binding) (cons 'define binding)) (cadr exp)) (list (append '(let ()) (cddr exp)))))

(define (quasi x level)
  (define (inside change) (list (list 'quote cons) (list 'quote (car x)) (quasi (cdr x) (+ level change))))
  (cond ((not (pair? x)) (list 'quote x))
        ((eq? (car x) 'unquote) (if (= level 1) (cadr x) (inside -1)))
        ((eq? (car x) 'quasiquote) (inside 1))
        ((and (pair? (car x)) (eq? (caar x) 'unquote-splicing) (= level 1))
         (list (list 'quote append) (cadar x) (quasi (cdr x) level)))
        ((eq? (car x) 'unquote-splicing) (inside -1))
        (else (list (list 'quote cons) (quasi (car x) level) (quasi (cdr x) level)))))

(define (analyze-row parts)
  (let loop ((first (analyze (car parts))) (rest (cdr parts)))
    (if (null? rest)
        first
        (let ((second (analyze (car rest))))
          (loop (lambda (env succeed fail)
                  (first env (lambda (value fail2) (second env succeed fail2)) fail))
                (cdr rest))))))

(define (analyze-if test then otherwise)
  (lambda (env succeed fail)
    (test env
          (lambda (value fail2) (if value (then env succeed fail2) (otherwise env succeed fail2)))
          fail)))

(define (analyze-lambda names body)
  (let ((kind (if (list? names) 'compound 'compound-with-rest)))
    (lambda (env succeed fail) (succeed (list kind names body env) fail))))

(define (analyze-define exp)
  (if (pair? (cadr exp))
      (analyze-define (list 'define (caadr exp) (cons 'lambda (cons (cdadr exp) (cddr exp)))))
      (let ((name (cadr exp)) (value (analyze (caddr exp))))
        (lambda (env succeed fail)
          (value env
                 (lambda (value fail2) (define-in! name value (car env)) (succeed 'ok fail2))
                 fail)))))

(define (analyze-set name value)
  (lambda (env succeed fail)
    (value env
           (lambda (value fail2)
             (let* ((cell (place name env)) (old (car cell)))
               (set-car! cell value)
               (succeed 'ok (lambda () (set-car! cell old) (fail2)))))
           fail)))

(define (analyze-permanent-set name value)
  (lambda (env succeed fail)
    (value env (lambda (value fail2) (set-car! (place name env) value) (succeed 'ok fail2)) fail)))

(define (analyze-amb choices)
  (lambda (env succeed fail)
    (let try ((choices choices))
      (if (null? choices)
          (fail)
          ((car choices) env succeed (lambda () (try (cdr choices))))))))

(define (analyze-if-fail tried otherwise)
  (lambda (env succeed fail) (tried env succeed (lambda () (otherwise env succeed fail)))))

(define (analyze-application operator operands)
  (lambda (env succeed fail)
    (operator env
              (lambda (procedure fail2)
                (evaluate-all operands env
                              (lambda (values fail3) (apply-it procedure values succeed fail3))
                              fail2))
              fail)))

(define (evaluate-all operands env succeed fail)
  (if (null? operands)
      (succeed '() fail)
      ((car operands) env
                      (lambda (value fail2)
                        (evaluate-all (cdr operands) env
                                      (lambda (values fail3) (succeed (cons value values) fail3))
                                      fail2))
                      fail)))

(define (apply-it procedure values succeed fail)
  (cond ((eq? procedure apply) (apply-it (car values) (list-copy (apply cons* (cdr values))) succeed fail))
        ((procedure? procedure) (succeed (apply procedure values) fail))
        (else ((caddr procedure) (cons (frame procedure values) (cadddr procedure)) succeed fail))))

(define (frame procedure values)
  (if (eq? (car procedure) 'compound)
      (cons (cadr procedure) values)
      (let take ((names (cadr procedure)) (values values) (taken-names '()) (taken '()))
        (if (symbol? names)
            (cons (reverse (cons names taken-names)) (reverse (cons (list-copy values) taken)))
            (take (cdr names) (cdr values) (cons (car names) taken-names) (cons (car values) taken))))))

;;; environments: a list of frames (names . values)

(define (place name env)
  (if (null? env) (error "unbound variable" name))
  (let scan ((names (caar env)) (values (cdar env)))
    (cond ((null? names) (place name (cdr env)))
          ((eq? name (car names)) values)
          (else (scan (cdr names) (cdr values))))))

(define (lookup name env) (car (place name env)))

(define (define-in! name value frame)
  (let scan ((names (car frame)) (values (cdr frame)))
    (cond ((null? names) (set-car! frame (cons name (car frame))) (set-cdr! frame (cons value (cdr frame))))
          ((eq? name (car names)) (set-car! values value))
          (else (scan (cdr names) (cdr values))))))

;; What the textbook's programs use stands first: names are searched in this order.
(define (fresh-global)
  (let ((names '(+ - * / = < > <= >= not null? car cdr cons list list-ref member remainder eq? true false
                 quotient modulo gcd lcm expt abs max min floor ceiling truncate round numerator denominator
                 zero? positive? negative? odd? even? number? integer? boolean? symbol? string? pair? list?
                 caar cadr cdar cddr caddr cdddr caadr cddar cadar cdadr cadddr list-tail append reverse length
                 memq memv assq assv assoc eqv? equal? symbol->string string->symbol number->string string-append
                 substring string-length string=? string<? apply square
                 set-car! set-cdr! display write newline require map for-each))
        (values (list + - * / = < > <= >= not null? car cdr cons list list-ref member remainder eq? #t #f
                      quotient modulo gcd lcm expt abs max min floor ceiling truncate round numerator denominator
                      zero? positive? negative? odd? even? number? integer? boolean? symbol? string? pair? list?
                      caar cadr cdar cddr caddr cdddr caadr cddar cadar cdadr cadddr list-tail append reverse length
                      memq memv assq assv assoc eqv? equal? symbol->string string->symbol number->string string-append
                      substring string-length string=? string<? apply (lambda (x) (* x x))
                      (giving-ok set-car!) (giving-ok set-cdr!) (giving-ok display) (giving-ok write)
                      (giving-ok newline) #f #f #f)))
    (let ((env (list (cons names values))))
      (for-each (lambda (form) ((analyze form) env (lambda (value fail) value) (lambda () #f))) in-the-language)
      env)))

(define (giving-ok procedure) (lambda values (apply procedure values) 'ok))

;; Procedures that apply procedures, or fail, in the language itself.
(define in-the-language
  '((set! require (lambda (p) (if p 'ok (amb))))
    (set! map
          (letrec ((one (lambda (f items)
                          (if (null? items) '() (let ((value (f (car items)))) (cons value (one f (cdr items)))))))
                   (pairs? (lambda (rows) (or (null? rows) (and (pair? (car rows)) (pairs? (cdr rows))))))
                   (rows-of (lambda (f rows)
                              (if (pairs? rows)
                                  (let ((value (apply f (one car rows)))) (cons value (rows-of f (one cdr rows))))
                                  '()))))
            (lambda (f . rows) (rows-of f rows))))
    (set! for-each (lambda (f . rows) (apply map f rows) 'ok))))

;;; the driver: every form is a problem, which is asked for more values

(define (on-a-new-line)
  (if (> (port-column (current-output-port)) 0) (newline)))

(define (no-problem)
  (on-a-new-line)
  (display ";;; There is no current problem") (newline))

(define try-again no-problem)

(define (solve form env more)
  ((analyze form) env
   (lambda (value fail)
     (if (not (eq? value 'ok)) (begin (on-a-new-line) (display value) (newline)))
     (set! try-again fail))
   (lambda ()
     (on-a-new-line)
     (display ";;; There are no more values of") (newline) (write form) (newline)
     (set! try-again no-problem)))
  (let next ((left more))
    (if (not (or (eq? try-again no-problem) (eqv? left 0) (definition? form)))
        (begin (try-again) (next (and left (- left 1)))))))

(define (definition? form) (and (pair? form) (eq? (car form) 'define)))

(define (evaluate-file file more)
  (set! try-again no-problem)
  (let ((env (fresh-global)))
    (with-input-from-file file
      (lambda ()
        (let loop ((form (read)))
          (if (not (eof-object? form))
              (begin
                (if (eq? form 'try-again) (try-again) (solve form env more))
                (loop (read)))))))))

(define arguments (cdr (command-line)))

(if (null? (cdr arguments))
    (evaluate-file (car arguments) 0)
    (let loop ((rest arguments))
      (if (pair? rest)
          (begin
            (catch #t
              (lambda () (evaluate-file (car rest) (string->number (cadr rest))))
              (lambda (key . reasons) (on-a-new-line) (display ";;; error ") (write reasons) (newline)))
            (display "\f") (newline)
            (loop (cddr rest))))))
