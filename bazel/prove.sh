#!/usr/bin/env bash
# One proof of bazel/tidy.bzl:  prove.sh header|tidy DONE FILE FLAG...
# Says nothing and writes DONE when it holds.
set -uo pipefail
proof=$1 done=$2 file=$3
shift 3

need() {  # need PROGRAM PACKAGE
  command -v "$1" > /dev/null && return
  echo "$1 is not installed; run: sudo apt-get install \$(tools/debian_packages.sh --with-tidy --missing)"
  exit 1
}

case $proof in
  header)
    need clang++-14
    # Twice: it has a guard, too.
    said=$(printf '#include "%s"\n' "$file" "$file" | clang++-14 -fsyntax-only -x c++ "$@" -w - 2>&1)
    ;;
  tidy)
    need clang-tidy-14
    # Headers of the same folder are looked at with the file; those of others with theirs.
    said=$(clang-tidy-14 --quiet --config-file=.clang-tidy \
      --header-filter="(^|\./|execroot/[^/]*/)$(dirname "$file")/[^/]*\.h\$" "$file" -- "$@" 2>&1)
    ;;
esac
status=$?
if ((status != 0)); then
  echo "$said" | grep -vE '^[0-9]+ warnings? (generated|treated)'
  exit "$status"
fi
: > "$done"
