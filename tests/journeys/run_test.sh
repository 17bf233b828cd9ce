#!/usr/bin/env bash
# run_test.sh TEST.py PROGRAM [DATA...]: see platform_processes.py.
set -euo pipefail
if ! /usr/bin/env python3 -c 'import yaml' 2> /dev/null; then
  echo "SKIPPED: python3-yaml is not installed"
  exit 0
fi
tests=$PWD/tests
PYTHONPATH=$tests/end_to_end:$tests/platform:$tests/observability:$tests/kubernetes exec /usr/bin/env python3 "$@"
