#!/usr/bin/env bash
# Makes an OCI image without Docker, as root on Debian, with mmdebstrap and umoci:
#
#   tools/oci_image.sh [--binaries=FOLDER] [--packages=FILE] LAYOUT
#
# LAYOUT is the folder of the OCI layout; the image in it is tagged with the version of the binaries.
# Without --binaries they are built first. --packages writes down which packages, in which versions,
# are in the image. Copy it to a registry with skopeo copy oci:LAYOUT:VERSION docker://NAME.
#
# Two layers: below, Debian's libraries that the binaries name, with git, word lists and the web's
# certificates; above, our binaries, the same to the byte for the same binaries. No shell, no package
# manager, nothing that is owned by the user that it runs as.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.." && pwd)

readonly PROGRAMS=(allreview allreview-gateway allreview-pull-request allreview-diff
  allreview-analysis allreview-report allreview-numerics)
readonly USER_ID=10001

binaries=
packages_file=/dev/null
layout=
for argument in "$@"; do
  case $argument in
    --binaries=*) binaries=${argument#*=} ;;
    --packages=*) packages_file=$(readlink -f "${argument#*=}") ;;
    -*) echo "oci_image.sh: unknown flag '$argument'" >&2; exit 2 ;;
    *) layout=$argument ;;
  esac
done
[[ -n $layout ]] || { echo "usage: tools/oci_image.sh [--binaries=FOLDER] LAYOUT" >&2; exit 2; }
for tool in mmdebstrap umoci; do
  command -v "$tool" > /dev/null || { echo "oci_image.sh: $tool is missing: apt-get install $tool" >&2; exit 2; }
done
[[ $(id -u) -eq 0 ]] || { echo "oci_image.sh: only root may set the owners of files" >&2; exit 2; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build_binaries() {
  local labels=(//gateway/cli:allreview //gateway:allreview-gateway) label name
  for name in pull_request diff analysis report numerics; do
    labels+=("//services/$name:allreview-${name//_/-}")
  done
  (cd "$root" && bazel build "${labels[@]}" >&2)
  mkdir "$work/binaries"
  for label in "${labels[@]}"; do
    name=${label#//}
    cp "$root/out/bin/${name/://}" "$work/binaries/"
  done
  binaries=$work/binaries
}

# The packages that own the libraries which our programs, and git, are linked with.
library_packages() {
  local library
  { for name in "${PROGRAMS[@]}"; do ldd "$binaries/$name"; done; ldd /usr/bin/git; } |
    sed -n 's/.*=> \(\/[^ ]*\).*/\1/p' | sort -u | while read -r library; do
    # Of a merged /usr the packages know the file by one of two names.
    dpkg -S "$library" 2> /dev/null || dpkg -S "$(readlink -f "$library")" 2> /dev/null ||
      dpkg -S "${library#/usr}" 2> /dev/null || dpkg -S "/usr$library"
  done | sed 's/:.*//' | sort -u
}

# Of these packages a few files alone: what they depend on is interpreters that nothing here runs.
readonly SINGLE_FILES=(
  "git ./usr/bin/git"
  "codespell ./usr/lib/python3/dist-packages/codespell_lib/data/dictionary.txt"
  "wamerican ./usr/share/dict/american-english"
  "ca-certificates ./usr/share/ca-certificates/mozilla/*.crt"
)

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
  local name
  mkdir -p "$work/app/usr/local/bin"
  for name in "${PROGRAMS[@]}"; do
    install -m 755 "$binaries/$name" "$work/app/usr/local/bin/$name"
  done
  pack "$work/app" "$work/app.tar"
}

make_image() {
  local version=$1
  umoci init --layout "$layout"
  umoci new --image "$layout:base"
  umoci raw add-layer --image "$layout:base" "$work/base.tar"
  umoci raw add-layer --image "$layout:base" --tag "$version" "$work/app.tar"
  umoci config --image "$layout:$version" --created 1970-01-01T00:00:00Z --config.user "$USER_ID:$USER_ID" \
    --clear=config.entrypoint --config.entrypoint /usr/local/bin/allreview --config.cmd --help \
    --config.env PATH=/usr/local/bin:/usr/bin --config.workingdir /tmp \
    --config.exposedports 50050/tcp --config.label org.opencontainers.image.title=allreview \
    --config.label "org.opencontainers.image.version=$version"
  umoci rm --image "$layout:base"
  umoci gc --layout "$layout"
}

[[ -n $binaries ]] || build_binaries
version=$("$binaries/allreview" --version | cut -d' ' -f2)
make_base
make_app
make_image "$version"
echo "$layout:$version ($(du -sh "$layout" | cut -f1))"
