#!/usr/bin/env bash
# run_test.sh TEST.py PROGRAM [DATA...]: see platform_processes.py. By `bazel test` and by `bazel run`: both begin in the
# folder that has all files of the target.
set -euo pipefail
PYTHONPATH=$PWD/tests/end_to_end:$PWD/tests/platform exec /usr/bin/env python3 "$@"
