#!/usr/bin/env bash
# certificates_test.sh MAKE_CERTIFICATES PROGRAM: what make_certificates.sh makes lets services speak
# with each other and nobody else in. PROGRAM is any of our servers.
set -uo pipefail
make=$1
program=$2
failures=0
log=$TEST_TMPDIR/log
touch "$log"

expect() {  # expect WHAT COMMAND...
  local what=$1
  shift
  if "$@" > "$TEST_TMPDIR/out" 2>&1; then
    echo "ok      $what"
  else
    echo "FAILED  $what"
    cat "$TEST_TMPDIR/out"
    failures=$((failures + 1))
  fi
}
refuse() {
  local what=$1
  shift
  expect "$what" bash -c '! "$@"' _ "$@"
}

one=$TEST_TMPDIR/one
"$make" "$one" > "$TEST_TMPDIR/commands" || exit 1
"$make" "$TEST_TMPDIR/two" > /dev/null || exit 1

expect "prints a command for each Secret" test "$(grep -c '^kubectl -n allreview create secret generic tls-' "$TEST_TMPDIR/commands")" -eq 7
expect "signs by its authority" openssl verify -CAfile "$one/ca.crt" -purpose sslserver "$one/diff/tls.crt"
refuse "is not signed by another" openssl verify -CAfile "$TEST_TMPDIR/two/ca.crt" "$one/diff/tls.crt"
expect "keeps keys to the owner" test "$(stat -c %a "$one/diff/tls.key")" = 600
authority=$(sha256sum < "$one/ca.crt")
"$make" --days=1 "$one" > /dev/null
expect "keeps its authority" test "$authority" = "$(sha256sum < "$one/ca.crt")"

"$program" --listen=127.0.0.1:0 --tls_cert="$one/diff/tls.crt" --tls_key="$one/diff/tls.key" \
  --tls_ca="$one/diff/ca.crt" 2> "$log" &
server=$!
trap 'kill "$server"' EXIT
address=
for _ in $(seq 200); do
  address=$(sed -n 's/.*msg="serving" address=\([^ ]*\).*/\1/p' "$log")
  [[ -n $address ]] && break
  sleep 0.05  # Until the log says so; there is nothing else to wait for.
done

# A server that lets a client in speaks first: the head of a SETTINGS frame has nine bytes. With TLS
# 1.3 a client that is refused has finished its handshake, and gets nothing.
ask() {
  local got client
  exec 3< <(exec timeout 10 openssl s_client -quiet -connect "$address" -alpn h2 \
    -CAfile "$one/ca.crt" -verify_return_error "$@" < /dev/null)
  client=$!
  got=$(head -c 9 <&3 | wc -c)
  kill "$client" 2> /dev/null
  [[ $got -eq 9 ]]
}
export -f ask
export address one
with_worker=(-cert "$one/worker/tls.crt" -key "$one/worker/tls.key")
expect "the hub reaches a service by its name" ask -verify_hostname diff "${with_worker[@]}"
expect "and by its full name" ask -verify_hostname diff.allreview.svc.cluster.local "${with_worker[@]}"
refuse "not by another's" ask -verify_hostname report "${with_worker[@]}"
refuse "nobody enters without a certificate" ask -verify_hostname diff
refuse "nor with another authority's" ask -verify_hostname diff \
  -cert "$TEST_TMPDIR/two/worker/tls.crt" -key "$TEST_TMPDIR/two/worker/tls.key"

echo "$failures failed"
exit $((failures > 0))
