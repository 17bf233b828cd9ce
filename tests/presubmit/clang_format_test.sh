#!/usr/bin/env bash
# Every C++ file is as clang-format leaves it. Argument: WORKSPACE.
set -euo pipefail
cd "$(dirname "$(readlink -f "$1")")"
# Fixtures of rules are written as their annotations need it.
mapfile -t files < <(git ls-files '*.cc' '*.h' '*.cu' ':!analyzers/rules/*.cu')
((${#files[@]} > 20)) || { echo "found only ${#files[@]} C++ files"; exit 1; }
if ! clang-format --dry-run -Werror "${files[@]}" 2> "$TEST_TMPDIR/log"; then
  grep 'error:' "$TEST_TMPDIR/log" | cut -d: -f1 | sort | uniq -c
  echo "to mend: clang-format -i \$(git ls-files '*.cc' '*.h' '*.cu' ':!analyzers/rules/*.cu')"
  exit 1
fi
