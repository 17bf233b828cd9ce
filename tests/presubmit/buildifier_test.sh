#!/usr/bin/env bash
# Every BUILD and .bzl file is as buildifier leaves it, and without lint. Arguments: WORKSPACE, buildifier.
set -euo pipefail
buildifier=$(readlink -f "$2")
cd "$(dirname "$(readlink -f "$1")")"
mapfile -t files < <(git ls-files '*BUILD.bazel' '*.BUILD' '*.bzl' WORKSPACE)
((${#files[@]} > 10)) || { echo "found only ${#files[@]} BUILD files"; exit 1; }
# Bazel 4 has its rules and providers built in (native-*), and macros of WORKSPACE take no name.
ignored=unnamed-macro,native-cc-info,native-cc-library,native-cc-binary,native-cc-test,native-cc-proto
ignored+=,native-proto,native-proto-info,native-proto-lang-toolchain,native-sh-binary,native-sh-test
if ! "$buildifier" -mode=check -lint=warn -warnings="-${ignored//,/,-}" \
  "${files[@]}"; then
  echo "to mend: bazel run @buildifier//:buildifier-linux_amd64 is the tool; arguments: -mode=fix FILE..."
  exit 1
fi
