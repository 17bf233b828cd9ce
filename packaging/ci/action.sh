#!/usr/bin/env bash
# The steps of action.yml: action.sh install|review|gate. Inputs are environment variables, see there.
set -euo pipefail

fail() {
  echo "::error title=allreview::$1" >&2
  exit 4
}

install_package() {
  local file=$PACKAGE as_root=()
  if [[ $file == https://* ]]; then
    [[ -n $PACKAGE_SHA256 ]] || fail "a package from a URL needs package-sha256"
    file=$RUNNER_TEMP/allreview.deb
    curl -fsSL --proto =https --output "$file" "$PACKAGE"
  fi
  [[ -f $file ]] || fail "there is no package \"$file\""
  if [[ -n $PACKAGE_SHA256 ]]; then
    sha256sum --check --status <<< "$PACKAGE_SHA256  $file" ||
      fail "\"$PACKAGE\" has another SHA-256 than package-sha256"
  fi
  [[ $(id -u) -eq 0 ]] || as_root=(sudo)
  "${as_root[@]}" apt-get update -qq
  "${as_root[@]}" apt-get install -y -qq --no-install-recommends "$(realpath "$file")"
}

# What the event brings.
range_of_event() {
  if [[ -n $PULL_BASE ]]; then
    echo "$PULL_BASE...$PULL_HEAD"
  elif [[ $PUSH_BEFORE =~ [1-9a-f] ]]; then
    echo "$PUSH_BEFORE..$PUSH_AFTER"
  elif [[ -n $PUSH_AFTER ]]; then  # The first push of a branch.
    echo "origin/$DEFAULT_BRANCH...$PUSH_AFTER"
  else
    fail "the event \"$GITHUB_EVENT_NAME\" has no change: give range"
  fi
}

# actions/checkout brings one commit, unless it is told otherwise.
fetch_history() {
  local revision
  if [[ $(git rev-parse --is-shallow-repository) == true ]]; then
    git fetch --quiet --no-tags --unshallow origin
  fi
  for revision in "$PULL_BASE" "$PULL_HEAD" "$PUSH_BEFORE"; do
    [[ $revision =~ [1-9a-f] ]] || continue
    git cat-file -e "$revision^{commit}" 2> /dev/null || git fetch --quiet --no-tags origin "$revision"
  done
}

review() {
  local range code=0 program=(allreview) flags=()
  cd "$GITHUB_WORKSPACE"
  range=${RANGE:-$(range_of_event)}
  if [[ -n $IMAGE ]]; then
    program=(docker run --rm --network none --user "$(id -u):$(id -g)" --env ALLREVIEW_CACHE_DIR=/tmp
      --volume "$GITHUB_WORKSPACE:$GITHUB_WORKSPACE" --volume "$RUNNER_TEMP:$RUNNER_TEMP"
      --workdir "$GITHUB_WORKSPACE" "$IMAGE")
  else
    command -v allreview > /dev/null || fail "allreview is not installed: give image or package"
  fi
  fetch_history
  [[ -z $FAIL_ON ]] || flags+=("--fail-on=$FAIL_ON")
  while read -r flag; do
    [[ -z $flag ]] || flags+=("$flag")
  done <<< "$ARGUMENTS"
  "${program[@]}" review "${flags[@]}" --format=sarif --output="$SARIF" \
    --format=markdown --output="$RUNNER_TEMP/allreview.md" \
    --format=github-annotations --output="$RUNNER_TEMP/allreview.annotations" "$range" || code=$?
  echo "exit-code=$code" >> "$GITHUB_OUTPUT"
  (( code <= 3 && code != 2 )) || exit "$code"
  echo "sarif=$SARIF" >> "$GITHUB_OUTPUT"
  cat "$RUNNER_TEMP/allreview.annotations"
  # A step's summary holds one megabyte.
  if [[ $(wc -c < "$RUNNER_TEMP/allreview.md") -lt 1000000 ]]; then
    cat "$RUNNER_TEMP/allreview.md" >> "$GITHUB_STEP_SUMMARY"
  fi
}

gate() {
  case $CODE in
    0) ;;
    3) [[ $ALLOW_INCOMPLETE == true ]] || fail "the review is incomplete; allow-incomplete accepts that" ;;
    *) fail "findings at or above the gate" ;;
  esac
}

case ${1:-} in
  install) install_package ;;
  review) review ;;
  gate) gate ;;
  *) fail "usage: action.sh install|review|gate" ;;
esac
