#!/usr/bin/env bash
# The checkers must refuse what is wrong, or the tests that lean on them prove nothing.
set -uo pipefail
here=services/report/testing
status=0

expect() {  # expect STATUS TEXT-OF-OUTPUT COMMAND...
  local want=$1 text=$2 output
  shift 2
  output=$("$@" 2>&1)
  local got=$?
  if [[ $got != "$want" || $output != *"$text"* ]]; then
    printf 'FAIL: %s\n  wanted status %s and "%s", got status %s and:\n%s\n' \
      "$*" "$want" "$text" "$got" "$output"
    status=1
  fi
}

cd "$TEST_SRCDIR/$TEST_WORKSPACE"
tmp=$TEST_TMPDIR
printf '```mermaid\nflowchart LR\n  a["x"] --> b["end"]\n```\n' > "$tmp/good.md"
printf '> ```mermaid\n> classDiagram\n>   class A\n> ```\n' > "$tmp/quoted.md"
printf '```mermaid\nflowchart LR\n  a["x] --> b\n```\n' > "$tmp/bad.md"
printf '```mermaid\nflowchart LR\n  a --> b\n' > "$tmp/open.md"
printf 'no diagram\n' > "$tmp/none.md"
expect 0 "2 mermaid blocks, 0 refused" $here/mermaid_check.sh "$tmp/good.md" "$tmp/quoted.md"
expect 1 "bad.md:1: mermaid refuses" $here/mermaid_check.sh "$tmp/bad.md"
expect 1 "never closed" $here/mermaid_check.sh "$tmp/open.md"
expect 1 "wanted at least 1" $here/mermaid_check.sh --min-blocks=1 "$tmp/none.md"
expect 2 "usage" $here/mermaid_check.sh

tool='"tool":{"driver":{"name":"x","rules":[{"id":"a"}]}}'
printf '{"version":"2.1.0","runs":[{%s,"results":[]}]}' "$tool" > "$tmp/good.sarif"
printf '{"version":"2.1.0","runs":[{%s,"results":[{}]}]}' "$tool" > "$tmp/no_message.sarif"
printf '{"version":"2.1.0","runs":[{%s,"results":[{"ruleId":"b","ruleIndex":0,"message":{"text":"t"}}]}]}' \
  "$tool" > "$tmp/index.sarif"
printf '{"version":"2.1.0","runs":[{%s,"results":[{"message":{"text":""}}]}]}' "$tool" > "$tmp/empty.sarif"
expect 0 "1 SARIF files, 0 invalid" $here/sarif_check.sh "$tmp/good.sarif"
expect 1 "should have required property 'message'" $here/sarif_check.sh "$tmp/no_message.sarif"
expect 1 "does not point at rule b" $here/sarif_check.sh "$tmp/index.sarif"
expect 1 "empty string" $here/sarif_check.sh "$tmp/empty.sarif"
exit $status
