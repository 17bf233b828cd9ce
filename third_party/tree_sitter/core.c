// tree-sitter's core as one unit, like its own lib.c, with a lexer of ours, and with counts of
// references that only one thread at a time may change: a tree, and those that share nodes with it,
// stay with the thread that parses a file, or are handed on together.

#include <stddef.h>
#include <stdint.h>

// Instead of atomic.h.
#define TREE_SITTER_ATOMIC_H_
static inline size_t atomic_load(const volatile size_t* count) { return *count; }
static inline uint32_t atomic_inc(volatile uint32_t* count) { return *count += 1; }
static inline uint32_t atomic_dec(volatile uint32_t* count) { return *count -= 1; }

#include "third_party/tree_sitter/text_lexer.c"
#include "vendor/tree-sitter/lib/src/alloc.c"
#include "vendor/tree-sitter/lib/src/get_changed_ranges.c"
#include "vendor/tree-sitter/lib/src/language.c"
#include "vendor/tree-sitter/lib/src/node.c"
#include "vendor/tree-sitter/lib/src/parser.c"
#include "vendor/tree-sitter/lib/src/query.c"
#include "vendor/tree-sitter/lib/src/stack.c"
#include "vendor/tree-sitter/lib/src/subtree.c"
#include "vendor/tree-sitter/lib/src/tree.c"
#include "vendor/tree-sitter/lib/src/tree_cursor.c"
#include "vendor/tree-sitter/lib/src/wasm_store.c"
