#!/usr/bin/env bash
# Every phase that the help names can be printed. Argument: the program.
set -uo pipefail
debug=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
failures=0
check() {  # check WHAT CONDITION...
  local what=$1
  shift
  if "$@"; then echo "ok: $what"; else echo "FAIL: $what"; cat out err; failures=$((failures + 1)); fi
}
says() { grep -qF -- "$1" out; }
run() { "$debug" "$@" > out 2> err; status=$?; }

mkdir pkg
printf 'import torch\n\n\ndef loss(x: torch.Tensor):\n    return x.exp().mean()\n' > pkg/loss.py

run --help
check "the help names phases" says "Phases:"
mapfile -t of_file < <(sed -n '/^Phases:/,/^$/s/^  \([a-z]*\) .*/\1/p' out)
check "there are phases of files" test "${#of_file[@]}" -ge 7
for phase in "${of_file[@]}"; do
  run --print="$phase" pkg/loss.py
  check "$phase of a file" test "$status" -eq 0 -a -s out
done

run --print="$(IFS=,; echo "${of_file[*]}")" pkg/loss.py
check "several phases stand under their names" says "== values"
check "values" says '"x.exp().mean()" tensor'
check "facts" says 'function loss 4:1'
cp out first
run --print="$(IFS=,; echo "${of_file[*]}")" pkg/loss.py
check "the same file prints the same" cmp -s first out

run --print=flows pkg/loss.py
check "an unknown phase is named" grep -qF "there is no phase 'flows'" err
check "and fails" test "$status" -eq 2
run --print=tree missing.py
check "a missing file fails" test "$status" -eq 2
exit $((failures > 0))
