#!/usr/bin/env bash
# run_sample_test.sh PROGRAM [--update_golden]: see sample_test.py.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH=$here/../end_to_end:$here exec /usr/bin/env python3 "$here/sample_test.py" "$@"
