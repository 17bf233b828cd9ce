#!/usr/bin/env bash
# run_truth_test.sh PROGRAM: see truth_test.py.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH=$here/../end_to_end:$here exec /usr/bin/env python3 "$here/truth_test.py" "$@"
