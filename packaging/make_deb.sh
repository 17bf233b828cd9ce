#!/usr/bin/env bash
# make_deb.sh OUT 'FOLDER/=FILE...'|'PATH=FILE'...: packs files as a Debian package, with Debian's own tools.
# DEBIAN/control is a source package's control file of one package; its Depends may name
# ${shlibs:Depends}, the packages of the shared libraries that the programs in usr/bin are linked with.
# The version is what usr/bin/allreview says. The same files give the same bytes.
set -euo pipefail
umask 022
export LC_ALL=C.UTF-8 SOURCE_DATE_EPOCH=946684800  # Times before 1984 some tools take for damage.

out=$(realpath -m "$1")
shift
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tree=$work/tree

for entry in "$@"; do
  to=${entry%%=*}
  mode=644
  case $to in
    usr/bin/* | DEBIAN/*) mode=755 ;;
  esac
  for file in ${entry#*=}; do
    name=$to
    [[ $to != */ ]] || name=$to${file##*/}
    install -D -m "$mode" "$file" "$tree/$name"
  done
done

version=$("$tree/usr/bin/allreview" --version | cut -d' ' -f2)
strip --strip-unneeded --remove-section=.comment "$tree"/usr/bin/*
find "$tree/usr/share/man" -type f -exec gzip -9n {} +

# dpkg's tools want the layout of a source package around them.
mkdir "$work/debian"
mv "$tree/DEBIAN/control" "$work/debian/control"
printf 'allreview (%s) stable; urgency=medium\n\n  * See the documentation.\n\n -- %s  %s\n' "$version" \
  "$(sed -n 's/^Maintainer: //p' "$work/debian/control")" "$(date -uR -d "@$SOURCE_DATE_EPOCH")" \
  > "$work/debian/changelog"
cd "$work"
dpkg-shlibdeps -Tsubstvars tree/usr/bin/*
(cd tree && find etc -type f -printf '/%p\n' | sort) > tree/DEBIAN/conffiles
(cd tree && find etc usr -type f -print0 | sort -z | xargs -0 md5sum) > tree/DEBIAN/md5sums
chmod 644 tree/DEBIAN/{conffiles,md5sums}
dpkg-gencontrol -ldebian/changelog -Tsubstvars -Ptree -fdebian/files -DSource=
# The number of threads must not show in the bytes. A higher level takes three times as long for a tenth.
dpkg-deb --root-owner-group -Zxz -z3 --threads-max=1 --build tree "$out" > /dev/null
