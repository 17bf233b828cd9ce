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

review() {  # review TEXT-OF-SECTION-2
  printf '### 1. PR Summary\n\nx\n\n### 2. Critical Issues [P0/P1]\n\n%s\n\n' "$1"
  printf '### 3. Suggestions [P2]\n\nx\n\n### 4. Nitpicks [P3]\n\nx\n\n### 5. Questions for Author\n\nx\n\n'
  printf '### 6. GitHub Review Comments\n\nx\n\n`receipt ar1-0123456789abcdef = engine`\n'
}
review 'None.' > "$tmp/sound.md"
expect 0 "1 reviews, 0 broken" $here/review_check.sh "$tmp/sound.md"
while IFS='~' read -r text error; do
  review "$text" > "$tmp/broken.md"
  expect 1 "$error" $here/review_check.sh "$tmp/broken.md"
done <<'CASES'
## Injected~sections are
~is empty
a <b>c</b>~html_inline
[a](b)~link
![a](b)~image
hello @ada~reference
see #12~reference
```python~sections are
    code~code block
#### text~heading text
> # quoted~nested heading
CASES
sed '$d' "$tmp/sound.md" > "$tmp/no_receipt.md"
expect 1 "no receipt" $here/review_check.sh "$tmp/no_receipt.md"

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
