#!/usr/bin/env bash
# The kernels' objects need no function of libm, whose bits differ between machines, and define no
# function that another object could share: a template compiled with AVX-512 that the linker picks
# for all would crash on machines without it. Arguments: the archives.
set -uo pipefail
allowed='^(memcpy|memset|memmove|__stack_chk_fail|__memcpy_chk|__memset_chk|_GLOBAL_OFFSET_TABLE_)$'
status=0

report() {  # report ARCHIVE WHAT LINES
  [ -n "$3" ] || return 0
  printf '%s: %s:\n%s\n' "$1" "$2" "$3"
  status=1
}

for archive in "$@"; do
  symbols=$(nm --format=posix "$archive") || status=1
  if ! grep -q 'Kernels' <<<"$symbols"; then
    echo "$archive: no table of kernels"
    status=1
  fi
  report "$archive" "calls that are not inlined" \
    "$(awk '$2 == "U" && $1 !~ /'"$allowed"'/ {print $1}' <<<"$symbols" | sort -u)"
  report "$archive" "functions that other objects may share" \
    "$(awk '$2 == "W" {print $1}' <<<"$symbols" | c++filt)"
done
exit $status
