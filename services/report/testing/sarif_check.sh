#!/usr/bin/env bash
# sarif_check FILE.sarif...: see sarif_check.cjs. Run it from Bazel's runfiles.
set -euo pipefail
here=$(dirname "$0")
root=$(cd "$here/../../.." && pwd)
for external in "$root/external" "$root/.."; do
  if [[ -d $external/ajv ]]; then break; fi
done
exec /usr/bin/env node "$here/sarif_check.cjs" \
  "$external/ajv/dist/ajv.bundle.js" "$external/ajv/lib/refs/json-schema-draft-04.json" \
  "$external/sarif_schema/lib/schemas/sarif-2.1.0-rtm.5.json" "$@"
