#!/usr/bin/env bash
# run_test.sh TEST.py PROGRAM [DATA...]: see harness.py.
set -euo pipefail
exec /usr/bin/env python3 "$@"
