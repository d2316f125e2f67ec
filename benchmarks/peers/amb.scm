;;; An amb evaluator in the textbook's manner (SICP 4.3.3): analysis into procedures of an environment, a success and a
;;; failure continuation; environments are lists of frames, each a list of names beside a list of values, searched by name.
;;; Usage: guile amb.scm FILE          evaluates the forms of FILE, prints the values of those that are no definitions

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
           ((and) (analyze (and->if (cdr exp))))
           ((let) (analyze (cons (cons 'lambda (cons (map car (cadr exp)) (cddr exp))) (map cadr (cadr exp)))))
           ((amb) (analyze-amb (map analyze (cdr exp))))
           ((if-fail) (analyze-if-fail (analyze (cadr exp)) (analyze (caddr exp))))
           (else (analyze-application (analyze (car exp)) (map analyze (cdr exp))))))))

(define (cond->if clauses)
  (cond ((null? clauses) #f)
        ((eq? (caar clauses) 'else) (cons 'begin (cdar clauses)))
        (else (list 'if (caar clauses) (cons 'begin (cdar clauses)) (cond->if (cdr clauses))))))

(define (and->if parts)
  (cond ((null? parts) #t)
        ((null? (cdr parts)) (car parts))
        (else (list 'if (car parts) (and->if (cdr parts)) #f))))

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
  (lambda (env succeed fail) (succeed (list 'compound names body env) fail)))

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
  (if (procedure? procedure)
      (succeed (apply procedure values) fail)
      ((caddr procedure) (cons (cons (cadr procedure) values) (cadddr procedure)) succeed fail)))

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

(define global
  (let ((names '(+ - * / = < > <= >= not null? car cdr cons list list-ref member remainder eq? true false)))
    (list (cons names
                (list + - * / = < > <= >= not null? car cdr cons list list-ref member remainder eq? #t #f)))))

(with-input-from-file (cadr (command-line))
  (lambda ()
    (let loop ((form (read)))
      (if (not (eof-object? form))
          (begin
            ((analyze form) global
             (lambda (value fail) (if (not (eq? value 'ok)) (begin (display value) (newline))))
             (lambda () (display ";;; There are no more values") (newline)))
            (loop (read)))))))
