#!/usr/bin/env bash
# What tools/build_progress.sh makes of Bazel's lines. Argument: that script.
set -uo pipefail
progress=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

check() {  # check WHAT CONDITION...
  local what=$1
  shift
  if "$@"; then echo "ok: $what"; else echo "FAIL: $what"; cat -v "$work/said"; failures=$((failures + 1)); fi
}
said() { grep -qxF -- "$1" "$work/said"; }
passed() { grep -qxF -- "$1" "$work/passed"; }
# Reads Bazel's lines from standard input. Every line is worth one of progress.
run() { ALLREVIEW_PROGRESS_SECONDS=0 "$progress" "$@" > "$work/passed" 2> "$work/said"; }

run --pace=1000/1000 << 'BAZEL'
Starting local Bazel server and connecting to it...
Loading: 0 packages loaded
(00:47:45) Analyzing: target //a:b (1 packages loaded, 0 targets configured)
[0 / 1,000] [Prepa] BazelWorkspaceStatusAction stable-status.txt
(00:47:54) [100 / 1,000] Compiling base/status.cc; 10s remote-cache, linux-sandbox ... (2 actions running)
ERROR: base/status.cc:3: no such thing
(00:47:55) [900 / 1,000] 12 / 296 tests, 1 failed; Testing //base:file_test; 3s linux-sandbox
(00:47:56) //base:file_test    FAILED in 0.3s
INFO: Build completed, 1 test FAILED, 1,000 total actions
BAZEL
check "says that nothing is known yet" said "allreview: reading the build files"
check "expects the usual time at first" \
  said "allreview: 0 of 1000 done, about 17 minutes left: BazelWorkspaceStatusAction stable-status.txt"
check "says what is compiled" said "allreview: 100 of 1000 done, about 11 minutes left: Compiling base/status.cc"
check "expects less when this build is faster" \
  said "allreview: 900 of 1000 done, less than a minute left: 12 / 296 tests, 1 failed; Testing //base:file_test"
check "lets errors through" passed "ERROR: base/status.cc:3: no such thing"
check "and results of tests" passed "(00:47:56) //base:file_test    FAILED in 0.3s"
check "and nothing else" test "$(wc -l < "$work/passed")" -eq 2

run --pace=1/100 --record="$work/pace" <<< '[49 / 50] Linking a'
check "records no small build" test ! -e "$work/pace"
run --pace=1/100 --record="$work/pace" <<< '[80 / 80] Linking a'
check "records how long how many actions took" grep -qE '^[0-9]+/80$' "$work/pace"

# Time is what this is about: nothing comes in for four seconds, two of which are an interval.
{ echo '[5 / 50] Compiling a.cc'; sleep 4; } |
  ALLREVIEW_PROGRESS_SECONDS=1 "$progress" --pace=1/1 > "$work/passed" 2> "$work/said"
check "speaks up while Bazel is silent" test "$(grep -c '5 of 50 done' "$work/said")" -ge 2

if command -v script > /dev/null; then
  printf '[5 / 50] Compiling a.cc\n[6 / 50] Compiling b.cc\nWARNING: c\n' > "$work/lines"
  ALLREVIEW_PROGRESS_SECONDS=0 script -qec "$progress --pace=1/1 < $work/lines" /dev/null > "$work/said"
  check "writes one line anew on a terminal" \
    test "$(grep -c $'\r\033\[Kallreview: 5 of 50.*\r\033\[Kallreview: 6 of 50.*\r\033\[KWARNING: c' "$work/said")" -eq 1
fi

((failures == 0))
