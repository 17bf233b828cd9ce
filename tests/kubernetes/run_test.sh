#!/usr/bin/env bash
# run_test.sh TEST.py [ARGUMENT...]
set -euo pipefail
if ! /usr/bin/env python3 -c 'import yaml' 2> /dev/null; then
  echo "SKIPPED: python3-yaml is not installed"
  exit 0
fi
exec /usr/bin/env python3 "$@"
