#!/usr/bin/env bash
# reproducible_test.sh MAKE_DEB CONTROL PACKAGE: two of the package's programs, packed twice at different
# times, in different orders and with other settings of the user, give the same bytes.
set -euo pipefail
make=$(readlink -f "$1")
control=$(readlink -f "$2")
package=$(readlink -f "$3")

cd "$TEST_TMPDIR"
dpkg-deb -x "$package" tree
gunzip tree/usr/share/man/man1/allreview.1.gz
entries=("usr/bin/=tree/usr/bin/allreview tree/usr/bin/allreview-diff" "DEBIAN/=$control"
  "usr/share/man/man1/=tree/usr/share/man/man1/allreview.1" "etc/allreview/=tree/etc/allreview/policy.yaml")
"$make" one.deb "${entries[@]}"
cp -r tree other
find other -exec touch {} +
umask 077
TZ=Asia/Shanghai LANG=de_DE.UTF-8 "$make" two.deb "${entries[3]//tree/other}" "${entries[1]}" \
  "${entries[2]//tree/other}" "${entries[0]//tree/other}"
cmp one.deb two.deb
