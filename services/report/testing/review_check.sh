#!/usr/bin/env bash
# review_check FILE.md...: see review_check.cjs. Run it from Bazel's runfiles.
set -euo pipefail
here=$(dirname "$0")
root=$(cd "$here/../../.." && pwd)
for external in "$root/external" "$root/.."; do
  if [[ -d $external/commonmark ]]; then break; fi
done
exec /usr/bin/env node "$here/review_check.cjs" "$external/commonmark/dist/commonmark.js" "$@"
