#!/bin/bash
# Our core and the original one make the same trees.  same_trees_test.sh OURS ORIGINAL
set -euo pipefail

"$1" > "$TEST_TMPDIR/ours"
"$2" > "$TEST_TMPDIR/original"
lines=$(wc -l < "$TEST_TMPDIR/original")
if [[ $lines -lt 1000 ]]; then
  echo "only $lines texts were parsed" >&2
  exit 1
fi
if ! cmp -s "$TEST_TMPDIR/ours" "$TEST_TMPDIR/original"; then
  echo "texts whose trees differ (see one with 'print_trees NUMBER'):" >&2
  diff "$TEST_TMPDIR/ours" "$TEST_TMPDIR/original" | sed -n 's/^< \([0-9]*\):.*/\1/p' | head -20 >&2
  exit 1
fi
