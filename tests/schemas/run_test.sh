#!/usr/bin/env bash
# By `bazel test` and by `bazel run`: both begin in the folder that has all files of the target.
set -euo pipefail
exec /usr/bin/env python3 "$@"
