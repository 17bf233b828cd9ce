#!/usr/bin/env bash
# The hook `allreview-push` of .pre-commit-hooks.yaml: reviews what a push brings. Arguments are flags.
# pre-commit names both ends of the push, except where the remote has nothing yet.
set -euo pipefail
if [[ -n ${PRE_COMMIT_FROM_REF:-} && -n ${PRE_COMMIT_TO_REF:-} ]]; then
  exec allreview review --format=terminal "$@" "$PRE_COMMIT_FROM_REF...$PRE_COMMIT_TO_REF"
fi
exec allreview scan --format=terminal "$@"
