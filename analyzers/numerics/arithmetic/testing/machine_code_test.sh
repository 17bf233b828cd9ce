#!/usr/bin/env bash
# What the compiler made of all_functions.cc calls nothing and uses vector registers in each of its
# functions but those named Branching. Arguments: the archive, and archives of variants that must only call nothing.
set -euo pipefail

for archive in "$@"; do
  calls=$(nm --undefined-only "$archive" | awk '$1 == "U" && $2 != "_GLOBAL_OFFSET_TABLE_"')
  if [[ -n "$calls" ]]; then
    echo "$archive: calls these, want no call: the bits of a library differ from machine to machine"
    echo "$calls"
    exit 1
  fi
done

report=$(objdump --disassemble --demangle --no-show-raw-insn "$1" | awk '
  /^[0-9a-f]+ <.*>:$/ { name = $0; all[name] = 1 }
  /%ymm/ { vectorised[name] = 1 }
  END {
    for (name in all) { ++count; if (!(name in vectorised) && name !~ /Branching/) print "no vector instruction in " name }
    if (count < 60) print "found only " count + 0 " functions, want 60 or more"
  }')
if [[ -n "$report" ]]; then
  echo "$report"
  exit 1
fi
