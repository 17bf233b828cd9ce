#!/usr/bin/env bash
# That a GPU computes what a CPU computes can be seen in the PTX, without a GPU: every operation says
# how it rounds, so that none may be contracted later, and nothing comes from NVIDIA's libraries.
# Arguments: the PTX of the interpreter, the PTX of contraction_probe.cu.
set -uo pipefail
kernels=$1
probe=$2
status=0

forbid() {  # forbid REASON PATTERN FILE
  local hits
  if hits=$(grep -nE -m 5 "$2" "$3"); then
    printf '%s\n^ %s: %s\n' "$hits" "$(basename "$3")" "$1"
    status=1
  fi
}

need() {  # need REASON PATTERN FILE
  if ! grep -qE "$2" "$3"; then
    echo "$(basename "$3"): no match of '$2': $1"
    status=1
  fi
}

for file in "$kernels" "$probe"; do
  forbid "an operation without a rounding may be contracted" \
    '\b(add|sub|mul|fma|div|sqrt|rcp)\.f(32|64)\b' "$file"
  forbid "flushes subnormal numbers" '\.ftz\.' "$file"
  forbid "approximates" '\.(approx|full)\b' "$file"
  forbid "contracts" '\bmad\.(rn\.)?f(32|64)\b' "$file"
  forbid "calls a function of NVIDIA's libraries" '__nv_|\.extern \.func' "$file"
  need "divisions round to nearest" 'div\.rn\.f32' "$file"
  need "multiplications round to nearest" 'mul\.rn\.f64' "$file"
done
forbid "the probe has a product and a sum of its own, and not one fma" '\bfma\b' "$probe"
need "the explicit fused multiply-adds" 'fma\.rn\.f64' "$kernels"
need "both kernels" '\.entry .*SampleKernel' "$kernels"
need "both kernels" '\.entry .*RowKernel' "$kernels"
exit $status
