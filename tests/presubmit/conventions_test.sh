#!/usr/bin/env bash
# What the style guide forbids and a search can find, each with its reason. Argument: WORKSPACE.
set -uo pipefail
cd "$(dirname "$(readlink -f "$1")")"
status=0

forbid() {  # forbid REASON PATTERN PATHSPEC...
  local reason=$1 pattern=$2 hits
  shift 2
  if hits=$(git grep -nE "$pattern" -- "$@"); then
    printf '%s\n  %s\n' "$reason" "${hits//$'\n'/$'\n'  }"
    status=1
  fi
}

forbid "status macros return from the function that the reader sees: .cc files only" \
  '^[^/]*(RETURN_IF_ERROR|ASSIGN_OR_RETURN)\(' '*.h' ':!base/status_macros.h' ':!base/status_matchers.h'
forbid "std::string_view does not convert to Debian's absl::string_view: use absl::string_view" \
  'std::string_view' '*.h'
forbid "std::regex is slow and overflows the stack on long input: use RE2 or a loop" \
  '#include <regex>' '*.h' '*.cc'
forbid "absl::Mutex of the system library is a false race under tsan: use base/mutex.h" \
  'absl::(Mutex|CondVar)|absl/synchronization' '*.h' '*.cc' ':!base/mutex.h'
forbid "no compiler checks what std::mutex guards: use base/mutex.h" \
  'std::(mutex|lock_guard|unique_lock<std::mutex>|condition_variable)\b' '*.h' '*.cc' \
  ':!base/mutex.h' ':!*_test.cc' ':!*/testing/*' ':!*_fixture.h' ':!tests/'
forbid "a TODO names its owner or issue: TODO(name or #issue): what and when" \
  'TODO($|[^(])' '*.h' '*.cc' '*.bzl' ':!*todo_without_owner.cc' \
  ':!analyzers/intent/sentences.h'
forbid "google.protobuf.Struct from untrusted JSON takes quadratic time" \
  'google/protobuf/struct' '*.h' '*.cc' '*.proto' ':!*_test.cc'
forbid "gRPC aborts on bytes that are not printable: host::AddCallMetadata refuses them" \
  '(->|\.)AddMetadata\(' '*.h' '*.cc' ':!host/metadata.h' ':!*_test.cc'
forbid "engines know no protobuf and no gRPC" \
  '#include "(proto/|google/protobuf|grpc)' 'analyzers/*.h' 'analyzers/*.cc'

if [[ -z $(git ls-files '*.h') ]]; then
  echo "no headers found: wrong folder?"
  status=1
fi
exit $status
