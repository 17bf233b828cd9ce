#!/usr/bin/env bash
# Makes an OCI image of the Debian package without Docker, as root on Debian, with mmdebstrap and umoci:
#
#   tools/oci_image.sh [--package=DEB] [--packages=FILE] LAYOUT
#
# LAYOUT is the folder of the OCI layout; the image in it is tagged with the version of the package.
# Without --package it is built first. --packages writes down which packages, in which versions, are
# in the image. Copy it to a registry with skopeo copy oci:LAYOUT:VERSION docker://NAME.
#
# Two layers: below, what the package depends on; above, its files, the same to the byte for the same
# package. No shell, no package manager, nothing that is owned by the user that it runs as.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

readonly USER_ID=10001

package=
packages_file=/dev/null
layout=
for argument in "$@"; do
  case $argument in
    --package=*) package=$(readlink -f "${argument#*=}") ;;
    --packages=*) packages_file=$(readlink -f "${argument#*=}") ;;
    -*) echo "oci_image.sh: unknown flag '$argument'" >&2; exit 2 ;;
    *) layout=$argument ;;
  esac
done
[[ -n $layout ]] || { echo "usage: tools/oci_image.sh [--package=DEB] LAYOUT" >&2; exit 2; }
for tool in mmdebstrap umoci; do
  command -v "$tool" > /dev/null || { echo "oci_image.sh: $tool is missing: apt-get install $tool" >&2; exit 2; }
done
[[ $(id -u) -eq 0 ]] || { echo "oci_image.sh: only root may set the owners of files" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Of these dependencies a few files alone: what they depend on is interpreters that nothing here runs.
readonly SINGLE_FILES=(
  "git ./usr/bin/git"
  "codespell ./usr/lib/python3/dist-packages/codespell_lib/data/dictionary.txt"
  "wamerican ./usr/share/dict/american-english"
  "ca-certificates ./usr/share/ca-certificates/mozilla/*.crt"
)

# adduser makes the user that this image has anyway; git needs libraries of its own, of which only
# programs that nothing here runs need others.
library_packages() {
  {
    dpkg-deb -f "$package" Depends | tr ',' '\n' | awk '{ print $1 }'
    printf '%s\n' libpcre2-8-0 zlib1g
  } | grep -vxFf <(printf '%s\n' adduser "${SINGLE_FILES[@]%% *}") | sort -u
}

# Debian's packages of this day, by mmdebstrap's apt and not by that of this machine.
unpack_libraries() {
  local packages
  packages=$(library_packages | paste -sd,)
  mkdir "$work/debs"
  printf '%s\n' "${SINGLE_FILES[@]%% *}" > "$work/single"
  cat > "$work/hook.sh" << 'HOOK'
set -eu
cp "$1"/var/cache/apt/archives/*.deb "$2/debs/"
cd "$2/debs"
APT_CONFIG=$MMDEBSTRAP_APT_CONFIG apt-get -qq -o APT::Sandbox::User=root download $(cat ../single)
HOOK
  SOURCE_DATE_EPOCH=0 mmdebstrap --quiet --variant=extract --include="$packages" \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    --dpkgopt='path-exclude=/usr/lib/x86_64-linux-gnu/gconv/*' \
    --extract-hook="sh '$work/hook.sh' \"\$1\" '$work'" bookworm "$work/base" >&2
  for deb in "$work"/debs/*.deb; do
    dpkg-deb -W --showformat='${Package}\t${Version}\n' "$deb"
  done | sort > "$packages_file"
}

add_single_files() {
  local entry package
  for entry in "${SINGLE_FILES[@]}"; do
    package=${entry%% *}
    dpkg-deb --fsys-tarfile "$work/debs/${package}"_*.deb |
      tar -x -C "$work/base" --wildcards "${entry#* }" "./usr/share/doc/$package/copyright"
  done
}

finish_base() {
  local etc=$work/base/etc
  # What belongs to the build or to this machine.
  rm -rf "$work/base"/{dev,proc,sys,run,var,root,home,boot,media,mnt,srv,opt} "$etc"/{apt,dpkg} \
    "$etc"/{resolv.conf,hostname,fstab}
  mkdir -p "$etc/ssl/certs" "$work/base"/{dev,proc,sys,tmp}
  chmod 1777 "$work/base/tmp"
  cat "$work/base"/usr/share/ca-certificates/mozilla/*.crt > "$etc/ssl/certs/ca-certificates.crt"
  rm -r "$work/base/usr/share/ca-certificates"
  printf 'root:x:0:0:root:/:/nonexistent\nallreview:x:%s:%s::/tmp:/nonexistent\n' \
    "$USER_ID" "$USER_ID" > "$etc/passwd"
  printf 'root:x:0:\nallreview:x:%s:\n' "$USER_ID" > "$etc/group"
  echo "hosts: files dns" > "$etc/nsswitch.conf"
}

# The same folder gives the same bytes.
pack() {
  tar -C "$1" --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner -cf "$2" .
}

make_base() {
  unpack_libraries
  add_single_files
  finish_base
  pack "$work/base" "$work/base.tar"
}

make_app() {
  dpkg-deb -x "$package" "$work/app"
  pack "$work/app" "$work/app.tar"
}

make_image() {
  local version=$1
  umoci init --layout "$layout"
  umoci new --image "$layout:base"
  umoci raw add-layer --image "$layout:base" "$work/base.tar"
  umoci raw add-layer --image "$layout:base" --tag "$version" "$work/app.tar"
  umoci config --image "$layout:$version" --created 1970-01-01T00:00:00Z --config.user "$USER_ID:$USER_ID" \
    --clear=config.entrypoint --config.entrypoint /usr/bin/allreview --config.cmd --help \
    --config.env PATH=/usr/bin --config.workingdir /tmp \
    --config.exposedports 50050/tcp --config.label org.opencontainers.image.title=allreview \
    --config.label "org.opencontainers.image.version=$version"
  umoci rm --image "$layout:base"
  umoci gc --layout "$layout"
}

if [[ -z $package ]]; then
  (cd "$root" && bazel build //:package >&2)
  package=$root/out/bin/packaging/allreview.deb
fi
version=$(dpkg-deb -f "$package" Version)
make_base
make_app
make_image "$version"
echo "$layout:$version ($(du -sh "$layout" | cut -f1))"
