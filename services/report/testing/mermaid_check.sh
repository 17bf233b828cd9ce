#!/usr/bin/env bash
# mermaid_check [--min-blocks=N] FILE.md...: see mermaid_check.mjs. Run it from Bazel's runfiles.
set -euo pipefail
here=$(dirname "$0")
root=$(cd "$here/../../.." && pwd)
for external in "$root/external" "$root/.."; do
  if [[ -d $external/mermaid ]]; then break; fi
done
# Without these node would follow the symbolic links out of the runfiles, where chunks are missing.
exec /usr/bin/env node --preserve-symlinks --preserve-symlinks-main \
  "$here/mermaid_check.mjs" "$external/mermaid/dist/mermaid.esm.min.mjs" "$@"
