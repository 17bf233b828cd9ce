#!/usr/bin/env bash
# What the compiler made of all_functions.cc calls nothing, shares nothing, and uses vector registers
# in each function not named Branching. Arguments: the archive, and archives of other builds, which
# need no vector registers.
set -euo pipefail

for archive in "$@"; do
  calls=$(nm --undefined-only "$archive" | awk '$1 == "U" && $2 != "_GLOBAL_OFFSET_TABLE_"')
  if [[ -n "$calls" ]]; then
    echo "$archive: calls these, want no call: the bits of a library differ from machine to machine"
    echo "$calls"
    exit 1
  fi
  shared=$(nm --demangle "$archive" | grep ' W ' || true)
  if [[ -n "$shared" ]]; then
    echo "$archive: these are not inlined, so a program may run those of another instruction set"
    echo "$shared"
    exit 1
  fi
done

report=$(objdump --disassemble --demangle --no-show-raw-insn "$1" | awk '
  /^[0-9a-f]+ <.*>:$/ { name = $0; all[name] = 1 }
  /%ymm/ { vectorised[name] = 1 }
  END {
    for (name in all) {
      ++count
      if (!(name in vectorised) && name !~ /Branching/) print "no vector instruction in " name
    }
    if (count < 60) print "found only " count + 0 " functions, want 60 or more"
  }')
if [[ -n "$report" ]]; then
  echo "$report"
  exit 1
fi
