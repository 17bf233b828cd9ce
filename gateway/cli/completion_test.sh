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
allreview() {
  case $1 in
    rules) printf 'alpha-rule  P1  x\nbeta-rule  P2  y\n' ;;
    config) printf 'review.fail_on  P1  default\nrules.only  [a]  x.yaml:3\n' ;;
  esac
}
# Git's, with a name that must stay text.
git() { printf '%s\n' main topic/one v1.2 'x$(touch expanded)'; }

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
expect "check suite fpcore replay self-test" allreview numerics ""
expect "export import" allreview store ""
expect "new" allreview tokens ""
expect "cuda cpu" allreview numerics check --device = ""
expect "change.diff" allreview numerics suite chan
expect "--dtype=" allreview numerics fpcore --dt
expect "" allreview numerics suite --dt
expect "bf16" allreview numerics check --dtype = bf
expect "fp32,bf16" allreview numerics check --dtype = fp32,bf
expect "--documents=review,audit" allreview review --documents=review,au
expect "all" allreview review --documents = al
expect "alpha-rule,beta-rule" allreview review --ignore = alpha-rule,b
expect "main" allreview review m
expect "main...topic/one" allreview review main...to
expect "v1.2" allreview scan --commit = v
expect 'x\$\(touch\ expanded\)' allreview review x
expect "folder" allreview review main -- fol
expect "review.fail_on" allreview config explain review.
[[ ! -e expanded ]] || fail "the name of a branch was run"

if command -v fish > /dev/null; then
  expect_fish() {  # expect_fish WANTED LINE
    local got
    got=$(fish --no-config -c "source $TEST_TMPDIR/fish
      function git; printf '%s\n' main topic/one; end
      function allreview; printf 'alpha-rule  P1\nbeta-rule  P2\n'; end
      complete -C '$2'" | cut -f 1 | sort | tr '\n' ' ')
    [[ ${got% } == "$1" ]] || fail "fish: \"$2\" gives \"${got% }\", wanted \"$1\""
  }
  expect_fish "check fpcore replay self-test suite" "allreview numerics "
  expect_fish "main...topic/one" "allreview review main...to"
  expect_fish "--dtype" "allreview numerics fpcore --dt"
  expect_fish "--documents=review,audit" "allreview review --documents=review,au"
  expect_fish "beta-rule" "allreview rules be"
fi
exit $status
