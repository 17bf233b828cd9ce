#!/usr/bin/env bash
# run_test.sh PROGRAM [--update_golden]: see documents_test.py.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
PYTHONPATH=$here/../end_to_end exec /usr/bin/env python3 "$here/documents_test.py" "$@"
