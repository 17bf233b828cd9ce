#!/usr/bin/env bash
# install_test.sh PACKAGE: installs it in a fresh minimal Debian, reviews a repository there as an ordinary
# user, looks at what else it brings, and removes it.
set -uo pipefail
package=$(readlink -f "$1")

skip() { echo "SKIPPED: $1"; exit 0; }
[[ $(id -u) -eq 0 ]] || skip "only root can change the root folder"
for tool in mmdebstrap git; do
  command -v "$tool" > /dev/null || skip "$tool is not installed"
done

work=$(mktemp -d /tmp/allreview-package-XXXXXX)
root=$work/root
trap 'umount "$root/proc" 2> /dev/null; rm -rf --one-file-system "$work"' EXIT
failures=0
check() {  # check WHAT COMMAND...
  local what=$1
  shift
  if "$@" > "$work/out" 2>&1; then
    echo "ok      $what"
  else
    echo "FAILED  $what"
    cat "$work/out"
    failures=$((failures + 1))
  fi
}
inside() { /usr/sbin/chroot "$root" env -i LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive "$@"; }
as_reviewer() { /usr/sbin/chroot --userspec=reviewer:reviewer "$root" env -i HOME=/home/reviewer PATH=/usr/bin "$@"; }

# Nothing but what every Debian has, and apt.
if ! mmdebstrap --quiet --variant=apt bookworm "$root" > "$work/log" 2>&1; then
  # Without Debian's archive there is nothing to test, as in a sandbox without a network.
  grep -qiE 'could not resolve|failed to fetch|unable to connect|temporary failure' "$work/log" &&
    skip "Debian's archive cannot be reached"
  cat "$work/log"
  exit 1
fi
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount -t proc proc "$root/proc" || skip "/proc cannot be mounted here"
cp "$package" "$root/tmp/allreview.deb"
inside apt-get update -qq > "$work/log" 2>&1
if ! inside apt-get install -y -qq --no-install-recommends /tmp/allreview.deb >> "$work/log" 2>&1; then
  cat "$work/log"
  exit 1
fi

# It runs.
for program in "$root"/usr/bin/allreview*; do
  name=${program##*/}
  check "$name has all its libraries" bash -c "! /usr/sbin/chroot '$root' ldd /usr/bin/$name | grep 'not found'"
  check "$name runs" inside "$name" --version
done
check "there are seven programs" test "$(find "$root/usr/bin" -name 'allreview*' | wc -l)" -eq 7

# A change with a finding, and a word that only the list of misspellings knows.
inside useradd --create-home reviewer
repository=$root/home/reviewer/train
write() { printf 'import torch.nn.functional as F\n\n\ndef loss(logits, labels):\n%s' "$1" > "$repository/loss.py"; }
commit() { git -C "$repository" -c user.name=test -c user.email=test commit -qam "$1"; }
git init -q "$repository"
write $'    return F.cross_entropy(logits, labels)\n'
git -C "$repository" add . && commit one
write $'    """Returns the occured loss."""\n    return F.cross_entropy(F.softmax(logits, -1), labels)\n'
commit two
inside chown -R reviewer:reviewer /home/reviewer
as_reviewer allreview review --repo /home/reviewer/train --format=json HEAD~1..HEAD > "$work/review.json" 2> "$work/review.log"
check "a review ends with the code for findings" test $? -eq 1
check "it finds the fault" grep -q softmax-before-cross-entropy "$work/review.json"
check "and the misspelling" grep -q occured "$work/review.json"
# The hook of docs/ci.md stops a commit of that fault, and lets the mended one pass.
as_git() { as_reviewer git -C /home/reviewer/train -c user.name=test -c user.email=test "$@"; }
printf '#!/bin/sh\nexec allreview review --staged\n' > "$repository/.git/hooks/pre-commit"
chmod 755 "$repository/.git/hooks/pre-commit"
as_git revert --no-edit -n HEAD
as_git commit -qm three > "$work/hook.log" 2>&1
check "the hook passes a commit without a fault" test $? -eq 0
write $'    return F.cross_entropy(F.softmax(logits, -1), labels)\n'
as_git commit -qam four > "$work/hook.log" 2>&1
check "the hook blocks a commit with a fault" test $? -eq 1
check "and says why" grep -q "Softmax" "$work/hook.log"
check "nothing was committed" test "$(as_git log --format=%s -1)" = three
as_reviewer allreview review --pr a/b#1 --github-api=http://127.0.0.1:1 > "$work/github.log" 2>&1
check "GitHub can be asked" bash -c "grep . '$work/github.log' && ! grep libcurl4 '$work/github.log'"

# What else it brings is looked at with programs that it does not depend on.
inside apt-get install -y -qq --no-install-recommends man-db systemd > "$work/log" 2>&1 || cat "$work/log"

pages=$(cd "$root/usr/share/man" && find . -name 'allreview*')
check "each program has a manual page" test "$(wc -l <<< "$pages")" -eq 7
for page in $pages; do
  inside man --warnings=w -l "/usr/share/man/$page" > "$work/page" 2> "$work/warnings"
  check "man reads $page" bash -c "cat '$work/warnings'; [[ -s '$work/page' && ! -s '$work/warnings' ]]"
done
inside man allreview > "$work/page" 2> /dev/null
check "a flag of a command has its place" grep -q -- '--fail-on=LEVEL' "$work/page"
inside man allreview-pull-request > "$work/page" 2> /dev/null
check "and one of a service" grep -q -- '--repository-root=FOLDER' "$work/page"
check "bash completes" inside bash -c '
  source /usr/share/bash-completion/completions/allreview
  COMP_WORDS=(allreview review --fail-on "=" "") COMP_CWORD=4
  _allreview; [[ ${COMPREPLY[*]} == "P0 P1 P2 P3 none" ]]'
check "zsh and fish have theirs" test -s "$root/usr/share/zsh/vendor-completions/_allreview" \
  -a -s "$root/usr/share/fish/vendor_completions.d/allreview.fish"

# Who made what: every library that is in the programs and not a package of its own.
for name in libabsl-dev libboost1.74-dev libcmark-gfm-dev libgrpc++-dev libjemalloc-dev libprotobuf-dev \
  nlohmann-json3-dev libtomlplusplus-dev 'archive tree-sitter ' 'archive tree-sitter-python ' 'archive mermaid ' \
  'dompurify ' 'UNICODE'; do
  check "the notices name $name" grep -qiF -- "$name" "$root/usr/share/doc/allreview/copyright"
done

# Servers.
check "there is a user for servers" inside getent passwd allreview
check "who owns nothing" test -z "$(find "$root" -xdev -user "$(inside id -u allreview)" 2> /dev/null)"
check "the policy is a configuration file" \
  bash -c "[[ \$(/usr/sbin/chroot '$root' dpkg-query -W -f '\${Conffiles}' allreview) == *' /etc/allreview/policy.yaml '* ]]"
check "and can be read" as_reviewer allreview config explain review.fail_on \
  --policy=/etc/allreview/policy.yaml --repo=/home/reviewer/train
check "nothing that starts a server is configured" \
  test ! -e "$root/etc/allreview/serve.env" -a ! -e "$root/etc/allreview/gateway.env"
for unit in $(cd "$root/usr/lib/systemd/system" && ls -d allreview*.service | sed 's/@/@diff/'); do
  check "systemd reads $unit" bash -c \
    "out=\$(/usr/sbin/chroot '$root' systemd-analyze verify --man=no $unit 2>&1); echo \"\$out\"; [[ \$out != *allreview* ]]"
done
# As the unit starts it, but for what systemd takes from it.
inside install -d -o allreview -g allreview /var/lib/allreview /var/cache/allreview
flags=$(sed -n 's/^FLAGS=//p' "$root/usr/share/doc/allreview/examples/serve.env")
command=$(sed -n 's/^ExecStart=//p' "$root/usr/lib/systemd/system/allreview-serve.service" |
  sed "s#\$FLAGS#$flags#; s/:8080/:0/; s/:50050/:0/")
# shellcheck disable=SC2086  # Words of a command line.
/usr/sbin/chroot --userspec=allreview:allreview "$root" env -i ALLREVIEW_STATE_DIR=/var/lib/allreview \
  ALLREVIEW_CACHE_DIR=/var/cache/allreview $command > /dev/null 2> "$work/serve.log" &
server=$!
for _ in $(seq 400); do
  grep -q 'msg="serving"' "$work/serve.log" && break
  kill -0 "$server" 2> /dev/null || break
  sleep 0.05  # Until the log says so; there is nothing else to wait for.
done
check "the server of the unit serves" grep 'msg="serving"' "$work/serve.log"
check "and keeps reviews in its folder" test -s "$root/var/lib/allreview/reviews.db"
kill "$server" 2> /dev/null
wait "$server" 2> /dev/null

# Gone without a trace but for what its owner changed, and then without that.
echo '# ours' >> "$root/etc/allreview/policy.yaml"
inside apt-get install -y -qq --reinstall /tmp/allreview.deb > "$work/log" 2>&1
check "another version leaves changed configuration" grep -q '# ours' "$root/etc/allreview/policy.yaml"
check "it can be removed" inside apt-get remove -y -qq allreview
check "the configuration stays" test -e "$root/etc/allreview/policy.yaml"
check "and the reviews that were kept" test -e "$root/var/lib/allreview/reviews.db"
check "it can be purged" inside apt-get purge -y -qq allreview
find "$root" -xdev -name '*allreview*' ! -path "$root/tmp/*" ! -path "$root/home/*" ! -path "$root/var/log/*" \
  ! -path "$root/var/cache/man/*" > "$work/left"
check "nothing is left" bash -c "! grep . '$work/left'"

[[ $failures -eq 0 ]] || cat "$work/serve.log" "$work/review.log"
echo "$failures failed"
exit $((failures > 0))
