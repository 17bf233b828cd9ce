#!/usr/bin/env bash
# Opens the demo's pages in a real browser; see browser_test.mjs. Needs node and chromium.
set -euo pipefail
for program in node chromium; do
  if ! command -v "$program" > /dev/null; then
    echo "SKIPPED: $program is not installed; run tools/debian_packages.sh --with-tests --missing"
    exit 0
  fi
done
export HOME=$TEST_TMPDIR
here=$PWD/gateway/web/testing
exec node "$here/browser_test.mjs" --demo="$here/web_demo" \
  --playwright="$PWD/../playwright_core" --axe="$PWD/../axe_core/axe.min.js" \
  --chromium="$(command -v chromium)" --screenshots="${TEST_UNDECLARED_OUTPUTS_DIR:-$TEST_TMPDIR}" "$@"
