#!/usr/bin/env bash
# The launcher in a checkout of its own, with stand-ins for bazel, apt-get, dpkg-query, sudo and id on PATH.
# Arguments: allreview, debian_packages.sh, system_deps.bzl, build_progress.sh, test_summary.py.
set -uo pipefail
launcher=$(readlink -f "$1")
packages=$(readlink -f "$2")
deps=$(readlink -f "$3")
progress=$(readlink -f "$4")
summary=$(readlink -f "$5")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

check() {  # check WHAT CONDITION...
  local what=$1
  shift
  if "$@"; then echo "ok: $what"; else echo "FAIL: $what"; failures=$((failures + 1)); fi
}
says() { grep -qF -- "$1" "$work/out"; }
calls() { [[ $(grep -c "^$1" "$work/calls") -eq $2 ]]; }
run() {
  : > "$work/calls"
  PATH="$work/bin:$PATH" ALLREVIEW_PROGRESS_SECONDS=0 "$work/tree/allreview" "$@" > "$work/out" 2>&1 < /dev/null
  status=$?
}
stand_in() { printf '#!/bin/bash\necho "%s $*" >> %s/calls\n%s\n' "$1" "$work" "$2" > "$work/bin/$1"; chmod +x "$work/bin/$1"; }

mkdir -p "$work/bin" "$work/tree/tools" "$work/tree/bazel" "$work/tree/gateway"
cp "$launcher" "$work/tree/allreview"
cp "$packages" "$work/tree/tools/debian_packages.sh"
cp "$deps" "$work/tree/bazel/system_deps.bzl"
cp "$progress" "$work/tree/tools/build_progress.sh"
cp "$summary" "$work/tree/tools/test_summary.py"
echo "one" > "$work/tree/gateway/a.cc"
echo "two" > "$work/tree/gateway/b.cc"
stand_in dpkg-query "[[ -e $work/missing && \$* == *\$(cat $work/missing)* ]] && exit 1; echo installed"
stand_in apt-get ":"
stand_in sudo 'exec "$@"'
stand_in id 'echo 0'
stand_in nproc 'echo 4'
stand_in python3 '[[ $1 == */test_summary.py || $1 == tools/test_summary.py ]] && echo "1 passed, 0 failed"; exit 0'
stand_in bazel "[[ -e $work/broken ]] && { echo 'ERROR: gateway/a.cc:1: no such thing'; exit 1; }
echo 'Loading: 3 packages loaded'
echo '(01:02:03) [20 / 2,200] Compiling gateway/run.cc; 4s linux-sandbox ... (2 actions running)' >&2
echo '(01:02:04) [2,200 / 2,200] Linking gateway/cli/allreview; 1s linux-sandbox' >&2
[[ \$1 == test ]] && echo '(01:02:05) [2,200 / 2,200] 1 / 3 tests; Testing //base:file_test' >&2
mkdir -p $work/tree/out/bin/gateway/cli
printf '#!/bin/bash\necho \"ran \$*\"\nexit 7\n' > $work/tree/out/bin/gateway/cli/allreview
chmod +x $work/tree/out/bin/gateway/cli/allreview"

run review --help
check "builds and runs with the arguments" says "ran review --help"
check "passes the exit code on" test "$status" -eq 7
check "built once" calls "bazel build" 1
check "says at once what it builds and how long that usually takes" \
  bash -c "[[ \$(head -1 $work/out) == 'allreview: building the program; usually 7 minutes on 4 cores when nothing is built yet;'* ]]"
check "says how far it is and how long it takes" \
  says "allreview: 20 of 2200 done, about 12 minutes left: Compiling gateway/run.cc"
check "not in Bazel's words" bash -c "! grep -qE 'Loading: |^\(?01:02|linux-sandbox' $work/out"

run version
check "does not build again when nothing changed" calls "bazel" 0
check "still runs" says "ran version"

echo "changed" > "$work/tree/gateway/a.cc"
run version
check "builds when a file changed" calls "bazel build" 1
check "says how long the last build took" says "the last build of all of it took"
rm "$work/tree/gateway/b.cc"
run version
check "builds when a file is gone" calls "bazel build" 1

run test //base/...
check "tests what it is told to" grep -q "^bazel test .*//base/\.\.\." "$work/calls"
check "says how far the tests are" says "left: 1 / 3 tests; Testing //base:file_test"
check "and ends with the summary" bash -c "[[ \$(tail -1 $work/out) == '1 passed, 0 failed' ]]"

mkdir -p "$work/tree/out/bin/tools/debug"
printf '#!/bin/bash\necho "debugged $*"\n' > "$work/tree/out/bin/tools/debug/debug"
chmod +x "$work/tree/out/bin/tools/debug/debug"
run debug --print=tree a.py
check "builds what prints phases" grep -q "^bazel build .*//tools/debug" "$work/calls"
check "and runs it" says "debugged --print=tree a.py"

mkdir -p "$work/tree/out/bin/packaging"
echo package > "$work/tree/out/bin/packaging/allreview.deb"
stand_in dpkg-deb '[[ $3 == Version ]] && echo 1.2 || echo amd64'
run package
check "packs" grep -q "^bazel build .*//:package" "$work/calls"
check "and ends with the path of the package" \
  bash -c "[[ \$(tail -1 $work/out) == $work/tree/out/allreview_1.2_amd64.deb && -s $work/tree/out/allreview_1.2_amd64.deb ]]"

touch "$work/broken"
echo "changed again" > "$work/tree/gateway/a.cc"
run version
check "shows why a build failed" says "ERROR: gateway/a.cc:1: no such thing"
check "ends with 2 then" test "$status" -eq 2
check "does not run the old binary" bash -c "! grep -q '^ran' $work/out"
rm "$work/broken"

echo "libgrpc++-dev" > "$work/missing"
run version
check "as root, installs what is missing" grep -q "^apt-get install .*libgrpc++-dev" "$work/calls"
check "after an update of the lists" grep -q "^apt-get update" "$work/calls"
check "and says so" says "these Debian packages are missing: libgrpc++-dev"

stand_in id 'echo 1000'
echo "and again" > "$work/tree/gateway/a.cc"
run version
check "not root and nobody to ask: names the command" says "run: sudo apt-get install libgrpc++-dev"
check "ends with 2 and installs nothing" bash -c "[[ $status -eq 2 ]] && ! grep -q '^apt-get' $work/calls"

((failures == 0))
