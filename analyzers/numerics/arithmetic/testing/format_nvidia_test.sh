#!/usr/bin/env bash
# Builds format_nvidia.cc against the CUDA toolkit of this machine and runs it: two to eight minutes.
# Argument: format_nvidia.cc.
set -euo pipefail

headers=${CUDA_PATH:-/usr/local/cuda}/include
if [[ ! -f $headers/cuda_fp8.h ]]; then
  echo "found no $headers/cuda_fp8.h, want the headers of a CUDA toolkit (CUDA_PATH names another)"
  exit 1
fi
g++ -std=c++20 -O2 -ffp-contract=off -march=x86-64-v3 -iquote . -isystem "$headers" "$1" \
  -o "$TEST_TMPDIR/format_nvidia"
"$TEST_TMPDIR/format_nvidia"
