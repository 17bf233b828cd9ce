#!/usr/bin/env bash
# image_test.sh OCI_IMAGE GRPC_HEALTH PACKAGE: makes the image, unpacks it, and runs its programs in there as
# the user that they run as in a cluster. Without a container: a root folder is enough to
# see that nothing is missing.
set -uo pipefail
make=$(readlink -f "$1")
health=$(readlink -f "$2")
package=$(readlink -f "$3")

skip() { echo "SKIPPED: $1"; exit 0; }
[[ $(id -u) -eq 0 ]] || skip "only root can change the root folder"
for tool in mmdebstrap umoci git; do
  command -v "$tool" > /dev/null || skip "$tool is not installed"
done

work=$(mktemp -d /tmp/allreview-image-XXXXXX)
trap 'kill $(jobs -p) 2> /dev/null; rm -rf "$work"' EXIT
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

if ! "$make" --package="$package" --packages="$work/packages" "$work/layout" > "$work/log" 2>&1; then
  # Without Debian's archive there is nothing to test, as in a sandbox without a network.
  grep -qiE 'could not resolve|failed to fetch|unable to connect|temporary failure' "$work/log" &&
    skip "Debian's archive cannot be reached"
  cat "$work/log"
  exit 1
fi
image=$(tail -1 "$work/log" | cut -d' ' -f1)
umoci unpack --image "$image" "$work/bundle" > /dev/null 2>&1 || { echo "cannot unpack $image"; exit 1; }
root=$work/bundle/rootfs
mknod -m 666 "$root/dev/null" c 1 3 || skip "device nodes cannot be made here"
inside() { /usr/sbin/chroot --userspec=10001:10001 "$root" "$@"; }

for program in "$root"/usr/bin/allreview*; do
  check "${program##*/} runs" inside "/usr/bin/${program##*/}" --version
done
check "git runs" inside /usr/bin/git --version
check "there is no shell" test ! -e "$root/bin/sh"
check "nothing is set-uid" test -z "$(find "$root" -perm /6000)"
check "its user owns nothing" test -z "$(find "$root" -user 10001)"
check "it runs as that user" grep -q '"uid":10001,"gid":10001' <(tr -d ' \n\t' < "$work/bundle/config.json")
check "packages have versions" grep -qP '^git\t' "$work/packages"

# It speaks to GitHub by a library that is loaded when it is needed.
inside /usr/bin/allreview review --pr a/b#1 --github-api=http://127.0.0.1:1 > "$work/github.log" 2>&1
check "GitHub can be asked" bash -c "grep . '$work/github.log' && ! grep libcurl4 '$work/github.log'"

# A change with a finding, and a word that only the list of misspellings knows.
repository=$root/tmp/repository
git init -q "$repository"
git -C "$repository" config user.name test
git -C "$repository" config user.email test
printf 'import torch.nn.functional as F\n\n\ndef loss(logits, labels):\n    return F.cross_entropy(logits, labels)\n' > "$repository/loss.py"
git -C "$repository" add . && git -C "$repository" commit -qm one
printf 'import torch.nn.functional as F\n\n\ndef loss(logits, labels):\n    """Returns the occured loss."""\n    return F.cross_entropy(F.softmax(logits, -1), labels)\n' > "$repository/loss.py"
git -C "$repository" commit -qam two
chown -R 10001:10001 "$repository"

review() { inside /usr/bin/allreview review --format=json --fail-on=none "$@"; }
review --repo /tmp/repository HEAD~1..HEAD > "$work/review.json" 2> "$work/review.log"
check "a review finds the fault" grep -q softmax-before-cross-entropy "$work/review.json"
check "and the misspelling" grep -q occured "$work/review.json"

# Not by `inside`: what is ended at the end must be the server, and not a shell before it.
/usr/sbin/chroot --userspec=10001:10001 "$root" /usr/bin/allreview serve --listen=127.0.0.1:0 \
  --health-listen=127.0.0.1:0 --http-listen=127.0.0.1:0 --store=sqlite:/tmp/reviews.sqlite \
  --repository-root=/tmp/repository > /dev/null 2> "$work/serve.log" &
for _ in $(seq 400); do
  grep -q 'msg="serving"' "$work/serve.log" && break
  sleep 0.05  # Until the log says so; there is nothing else to wait for.
done
address=$(sed -n 's/.*msg="serving" address=\([^ ]*\).*/\1/p' "$work/serve.log")
probe=$(sed -n 's/.* health=\([^ ]*\).*/\1/p' "$work/serve.log")
web=$(sed -n 's/.*msg="serving http" address=\([^ ]*\).*/\1/p' "$work/serve.log")
check "its server is alive" python3 "$health" "$probe"
check "and ready" python3 "$health" "$probe" readiness
check "and has a page" python3 -c 'import sys, urllib.request as u
assert b"<html" in u.urlopen("http://%s/" % sys.argv[1]).read()' "$web"
review --gateway="$address" --repo /tmp/repository HEAD~1..HEAD > "$work/served.json" 2>> "$work/serve.log"
check "and reviews the same" grep -q softmax-before-cross-entropy "$work/served.json"
[[ $failures -eq 0 ]] || cat "$work/serve.log" "$work/review.log"

"$make" --package="$package" "$work/again" > /dev/null 2>&1
layers() { umoci stat --image "$1" --json | grep -o 'sha256:[0-9a-f]*' | sort -u; }
check "made again it is the same" test "$(layers "$image")" = "$(layers "$work/again:${image##*:}")"

echo "$failures failed"
exit $((failures > 0))
