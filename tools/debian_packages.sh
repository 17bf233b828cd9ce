#!/usr/bin/env bash
# Prints the Debian packages that building needs, one a line.
#   --with-package  also what making the package needs
#   --with-tests    also what the tests need, and what making the package needs
#   --with-tidy     also what `bazel build --config=tidy` needs
#   --missing       only those that are not installed
# Libraries are declared in bazel/system_deps.bzl, tools here.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

with_package=false
with_tests=false
with_tidy=false
missing=false
for argument in "$@"; do
  case $argument in
    --with-package) with_package=true ;;
    --with-tests) with_package=true with_tests=true ;;
    --with-tidy) with_tidy=true ;;
    --missing) missing=true ;;
    *) echo "debian_packages.sh: unknown argument '$argument'" >&2; exit 2 ;;
  esac
done

packages() {
  # nodejs and npm fetch the archives of bazel/npm_deps.bzl.
  # codespell and wamerican hold the word lists that the rule on spelling reads at run time.
  printf '%s\n' bazel-bootstrap ca-certificates g++ git nodejs npm pkg-config protobuf-compiler \
    protobuf-compiler-grpc libprotobuf-dev codespell wamerican
  sed -n 's/^ *apt = \[\(.*\)\],.*$/\1/p; s/.*[(,] *apt = \[\([^]]*\)\].*/\1/p' "$root/bazel/system_deps.bzl" |
    tr -d '" ' | tr ',' '\n'
  # dpkg-shlibdeps and dpkg-gencontrol.
  if $with_package; then echo dpkg-dev; fi
  if $with_tests; then
    # chromium opens the gateway's pages; curl asks a running service for /metrics; openssl makes
    # certificates for the TLS tests; python3-yaml reads the manifests of k8s/; redis-server holds
    # the store in tests; mmdebstrap makes a fresh Debian, umoci an image; prometheus checks rules and runs the
    # dashboards' queries; pre-commit runs our hooks.
    printf '%s\n' chromium clang-format curl mmdebstrap openssl pre-commit prometheus python3 \
      python3-yaml redis-server umoci
  fi
  if $with_tidy; then printf '%s\n' clang-14 clang-tidy-14; fi
}

# nodejs from elsewhere than Debian brings npm with it, and then Debian's npm cannot be installed.
is_provided_otherwise() {
  case $1 in
    npm | nodejs) command -v "${1/nodejs/node}" > /dev/null ;;
    *) return 1 ;;
  esac
}

packages | sort -u | while read -r package; do
  if $missing; then
    is_provided_otherwise "$package" && continue
    [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2> /dev/null) == installed ]] && continue
  fi
  echo "$package"
done
