(define trie '
