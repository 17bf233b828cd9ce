#!/usr/bin/env bash
# Completion scripts are loaded by a real bash, which then completes command lines. Argument: a
# program that prints them.
set -uo pipefail
printer=$1
status=0

fail() {
  printf 'FAIL: %s\n' "$1"
  status=1
}

for shell in bash zsh fish; do
  "$printer" "$shell" > "$TEST_TMPDIR/$shell" || fail "$shell: no script"
  [[ -s $TEST_TMPDIR/$shell ]] || fail "$shell: the script is empty"
done
bash -n "$TEST_TMPDIR/bash" || fail "bash refuses its script"
if command -v zsh > /dev/null; then zsh -n "$TEST_TMPDIR/zsh" || fail "zsh refuses its script"; fi
if command -v fish > /dev/null; then
  fish --no-execute "$TEST_TMPDIR/fish" || fail "fish refuses its script"
fi

# shellcheck disable=SC1091
source "$TEST_TMPDIR/bash"

# What the shell would offer for the words of a command line, the last of which is incomplete.
complete_words() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _allreview 2> /dev/null
  printf '%s ' "${COMPREPLY[@]}"
}

expect() {  # expect WANTED WORD...
  local wanted=$1 got
  shift
  got=$(complete_words "$@")
  [[ ${got% } == "$wanted" ]] || fail "\"$*\" gives \"${got% }\", wanted \"$wanted\""
}

# The rules come from the program itself: this one stands in for it.
allreview() { printf 'alpha-rule  P1  x\nbeta-rule  P2  y\n'; }

cd "$TEST_TMPDIR" || exit 1
mkdir -p folder
: > change.diff

expect "review ratchet rules" allreview r
expect "config" allreview con
expect "explain" allreview config ""
expect "--staged" allreview review --sta
expect "--format=" allreview review --form
expect "sarif" allreview review --format = sa
expect "sarif" allreview review --format sa
expect "--format=sarif" allreview review --format=sa
expect "P0 P1 P2 P3 none" allreview review --fail-on = ""
expect "folder" allreview review --repo fol
expect "change.diff" allreview review --patch = chan
expect "change.diff" allreview diff chan
expect "beta-rule" allreview rules be
expect "test" allreview rules te
expect "change.diff" allreview rules test chan
expect "bash" allreview completion b
expect "" allreview review --gateway = x
exit $status
