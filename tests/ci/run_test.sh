#!/usr/bin/env bash
# run_test.sh TEST.py PROGRAM [DATA...]: see harness.py.
set -euo pipefail
PYTHONPATH=$PWD/tests/end_to_end exec /usr/bin/env python3 "$@"
