#!/usr/bin/env bash
# run_test.sh TEST.py PROGRAM [DATA...]: see platform_processes.py.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH=$here/../end_to_end:$here exec /usr/bin/env python3 "$@"
