#!/usr/bin/env bash
# Every phase that the help names can be printed. Argument: the program.
set -uo pipefail
debug=$(readlink -f "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export ALLREVIEW_CACHE_DIR=$work/cache
failures=0
check() {  # check WHAT CONDITION...
  local what=$1
  shift
  if "$@"; then echo "ok: $what"; else echo "FAIL: $what"; cat out err; failures=$((failures + 1)); fi
}
says() { grep -qF -- "$1" out; }
run() { "$debug" "$@" > out 2> err; status=$?; }

mkdir pkg
printf 'import torch\n\n\ndef loss(x: torch.Tensor, y=1):\n    if y == 2:\n        x = x * y\n' > pkg/loss.py
printf '    return x.exp().mean()\n' >> pkg/loss.py

names() { sed -n "/^$1:/,/^\$/s/^  \([a-z]*\) .*/\1/p" out; }  # names TITLE: phases of the help

run --help
mapfile -t of_file < <(names "Phases of a file")
mapfile -t of_change < <(names "Phases of a change")
check "the help has examples" says "allreview debug --print=findings HEAD~1..HEAD"
check "there are phases of files" test "${#of_file[@]}" -ge 7
for phase in "${of_file[@]}"; do
  run --print="$phase" pkg/loss.py
  check "$phase of a file" test "$status" -eq 0 -a -s out
done

run --print="$(IFS=,; echo "${of_file[*]}")" pkg/loss.py
check "several phases stand under their names" says "== values"
check "values" says '"x.exp().mean()" tensor'
check "facts" says 'function loss 4:1'
check "reach" says 'function loss 4'
check "branches" says '"y == 2" is true'
cp out first
run --print="$(IFS=,; echo "${of_file[*]}")" pkg/loss.py
check "the same file prints the same" cmp -s first out
run --print=values pkg/loss.py:7
check "values of a line" test "$status" -eq 0 -a "$(grep -c '^  7:' out)" -eq 5
check "values of a name on a line" says '7:12 "x" tensor'
run --print=values --function=loss pkg/loss.py
check "values of a function" says '  returns tensor'

printf 'void f(int n) {\n  k<<<n, 32>>>(n);\n}\n' > pkg/k.cu
mapfile -t of_cpp_file < <("$debug" --help > out; names "Phases of a C++ or CUDA file")
run --print="$(IFS=,; echo "${of_cpp_file[*]}")" pkg/k.cu
check "a launch in a CUDA file" says 'launch k 2:3 grid "n" block "32" with "n"'
check "the type of a parameter" says '  parameter n 1:12 "int" 32 signed'
run --print=scopes pkg/k.cu
check "what a CUDA file has not" test "$status" -eq 2

mkdir -p project/pkg
touch project/pyproject.toml
printf 'BLOCK = 128\n' > project/pkg/sizes.py
printf 'from pkg.sizes import BLOCK\n\nTILES = 4 * BLOCK\n' > project/pkg/kernel.py
run --print=values,understanding project/pkg/kernel.py
check "values in the folder around the file" says '3:9 "4 * BLOCK" 512'
check "understanding in the folder around the file" says '3 TILES = 512'

repo=$work/repo
commit() {
  git -C "$repo" -c user.name=A -c user.email=a@example.com -c commit.gpgsign=false add -A &&
    GIT_AUTHOR_DATE="2026-01-0$1 12:00" GIT_COMMITTER_DATE="2026-01-0$1 12:00" \
      git -C "$repo" -c user.name=A -c user.email=a@example.com -c commit.gpgsign=false commit -qm "$2"
}
mkdir -p "$repo/pkg" "$repo/tests"
git init -q "$repo"
printf '[tool.black]\nline-length = 88\n' > "$repo/pyproject.toml"
printf 'Tests: `pytest -q tests`\n' > "$repo/README.md"
printf 'import torch\n\n\ndef loss(x: torch.Tensor):\n    return x.mean()\n' > "$repo/pkg/loss.py"
printf 'from pkg.loss import loss\n\n\ndef test_loss():\n    assert loss\n' > "$repo/tests/test_loss.py"
commit 1 "Start"
printf 'import torch\n\n\ndef loss(x: torch.Tensor):\n    return x.half().exp().mean()\n' > "$repo/pkg/loss.py"
commit 2 "Take the exponential"

run --print=reach "$repo/pkg/loss.py"
check "reach has the tree around the file" says 'tests/test_loss.py'
check "there are phases of changes" test "${#of_change[@]}" -ge 10
all=$(IFS=,; echo "${of_change[*]}")
run --print="$all" --repo "$repo" HEAD~1..HEAD
check "phases of a change" test "$status" -eq 0
for phase in "${of_change[@]}"; do
  check "$phase says something" \
    awk -v head="== $phase" '$0 == head {getline; found = !/^==/ && NF > 0} END {exit !found}' out
done
check "diff" says 'modified "pkg/loss.py" source python +1 -1'
check "change" says '  added 5'
check "moves" says 'nothing moved, new or gone'
check "house" says 'line-length declared "88" by black pyproject.toml:2'
check "plan" says 'run tests/test_loss.py'
check "findings" says '  rule_id "numerical-overflow"'
check "findings have parameters" says '  params.'
check "findings have evidence" says '  evidence'
check "model" says '  name "loss"'
check "numerics" says '  text "return x.half().exp().mean()"'
check "ledger" says 'ledger path "pkg/loss.py", hunk -1, state REVIEWED'
cp out first
run --print="$all" --repo "$repo" HEAD~1..HEAD
check "the same change prints the same" cmp -s first out

git -C "$repo" diff HEAD~1 HEAD > change.diff
run --print=diff --patch change.diff
check "a patch without a repository" says 'modified "pkg/loss.py" source python +1 -1'

# fails WHAT MESSAGE ARGUMENT...
fails() {
  local what=$1 message=$2
  shift 2
  run "$@"
  check "$what fails" test "$status" -eq 2 -a ! -s out
  check "$what is explained" grep -qF -- "$message" err
}
fails "an unknown phase" "there is no phase 'flows'; there are: tree, scopes" --print=flows pkg/loss.py
fails "no phase" "--print names no phase of: tree, scopes" HEAD~1..HEAD
fails "a mixture" "'tree' is a phase of a file, 'diff' one of a change" --print=tree,diff pkg/loss.py
fails "a missing file" "missing.py" --print=tree missing.py
fails "a flag of changes" "--staged does not go with phases of a file" --print=tree --staged pkg/loss.py
fails "a flag of files" "--function does not go with phases of a change" --print=diff --function=f HEAD
fails "a function that is not there" "there is no function 'gain'" --print=values --function=gain pkg/loss.py
fails "a line that is not there" "line 500: the file has" --print=values pkg/loss.py:500
fails "a missing revision" 'nowhere' --print=diff --repo "$repo" nowhere..HEAD
fails "a folder without a repository" "is in no git repository" --print=diff HEAD~1..HEAD
fails "a folder that is no repository" "$work/pkg" --print=diff --repo "$work/pkg" HEAD~1..HEAD
fails "an unknown flag" "did you mean" --prin=diff HEAD~1..HEAD
exit $((failures > 0))
