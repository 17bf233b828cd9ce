#!/usr/bin/env bash
# Makes an authority and a certificate for each service, to try mutual TLS in a cluster:
#
#   tools/make_certificates.sh [--days=N] [--namespace=NAME] FOLDER
#
# Prints the kubectl commands that turn them into the Secrets that k8s/overlays/large mounts. Run it
# again and services get new certificates of the same authority. For good, take certificates from
# where your organisation gets them: the authority's key lies in FOLDER, readable by you alone.
set -euo pipefail

days=90
namespace=allreview
folder=
for argument in "$@"; do
  case $argument in
    --days=*) days=${argument#*=} ;;
    --namespace=*) namespace=${argument#*=} ;;
    -*) echo "make_certificates.sh: unknown flag '$argument'" >&2; exit 2 ;;
    *) folder=$argument ;;
  esac
done
if [[ -z $folder ]]; then
  echo "usage: tools/make_certificates.sh [--days=N] [--namespace=NAME] FOLDER" >&2
  exit 2
fi

umask 077
mkdir -p "$folder"

make_authority() {
  openssl ecparam -name prime256v1 -genkey -noout -out "$folder/ca.key"
  openssl req -x509 -new -key "$folder/ca.key" -days 3650 -subj "/CN=AllReview services" \
    -addext basicConstraints=critical,CA:TRUE,pathlen:0 -addext keyUsage=critical,keyCertSign \
    -out "$folder/ca.crt"
}

# A service is called by each of the names that DNS of a cluster knows it by.
make_certificate() {
  local name=$1 own=$folder/$1
  mkdir -p "$own"
  openssl ecparam -name prime256v1 -genkey -noout -out "$own/tls.key"
  openssl req -new -key "$own/tls.key" -subj "/CN=$name" -out "$own/request"
  openssl x509 -req -in "$own/request" -CA "$folder/ca.crt" -CAkey "$folder/ca.key" \
    -set_serial "0x$(openssl rand -hex 16)" -days "$days" -out "$own/tls.crt" -extfile <(
    printf 'basicConstraints=critical,CA:FALSE\nkeyUsage=critical,digitalSignature\n'
    printf 'extendedKeyUsage=serverAuth,clientAuth\n'
    printf 'subjectAltName=DNS:%s,DNS:%s.%s,DNS:%s.%s.svc,DNS:%s.%s.svc.cluster.local\n' \
      "$name" "$name" "$namespace" "$name" "$namespace" "$name" "$namespace"
  ) 2> /dev/null
  cp "$folder/ca.crt" "$own/ca.crt"
  rm "$own/request"
}

[[ -e $folder/ca.key ]] || make_authority
for name in gateway worker pull-request diff analysis report numerics; do
  make_certificate "$name"
  echo "kubectl -n $namespace create secret generic tls-$name --from-file=$folder/$name"
done
