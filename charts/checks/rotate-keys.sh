#!/usr/bin/env bash
# Walks the planned replacement of all keys by the steps of docs/operators/kubernetes.md, on the Secrets of a trial:
# rotate-keys.sh <namespace> <name> <folder> begin    new keys are added, known everywhere, and used
# rotate-keys.sh <namespace> <name> <folder> finish   a minute or more later: the old ones are forgotten
# IDENTITY_IMAGE names the image with the command. The folder holds private keys; whoever calls this removes it.
set -euo pipefail
namespace=$1 name=$2 folder=$3 stage=$4
services=(gateway identity catalog ordering billing files notifications)

k() { kubectl --namespace "$namespace" "$@"; }
keys() { docker run --rm --user "$(id -u)" --volume "$folder:/keys" "$IDENTITY_IMAGE" keys /keys "$@"; }

files_of() { # the files of a service in the folder and in its Secret
  echo service-key.pem
  case $1 in identity | notifications) echo encryption-keys ;; files) echo signing-keys ;; esac
}

fetch() {
  local service file
  for service in "${services[@]}"; do
    mkdir -p "$folder/$service"
    for file in $(files_of "$service"); do
      k get secret "$name-$service" -o "go-template={{ index .data \"$file\" | base64decode }}" > "$folder/$service/$file"
    done
  done
  k get configmap "$name-public-keys" -o 'go-template={{ index .data "service-public-keys.json" }}' > "$folder/service-public-keys.json"
}

put_back() {
  local service file arguments
  k create configmap "$name-public-keys" "--from-file=$folder/service-public-keys.json" --dry-run=client -o json | k patch configmap "$name-public-keys" --type merge --patch-file /dev/stdin
  for service in "${services[@]}"; do
    arguments=()
    for file in $(files_of "$service"); do arguments+=("--from-file=$folder/$service/$file"); done
    k create secret generic "$name-$service" "${arguments[@]}" --dry-run=client -o json | k patch secret "$name-$service" --type merge --patch-file /dev/stdin
  done
}

# An annotation makes Kubernetes look at a pod's files at once instead of within two minutes.
arrived() {
  local service pod file try
  k annotate pods -l partner-ordering/process=service --overwrite "example.org/keys=$(date +%s%N)" > /dev/null
  for service in "${services[@]}"; do
    for pod in $(k get pods -l "app.kubernetes.io/component=$service,partner-ordering/process=service" -o name); do
      for file in own/service-key.pem public/service-public-keys.json; do
        for try in $(seq 300); do
          if k exec "$pod" -- cat "/secrets/$file" | cmp -s - "$folder/$([ "${file%%/*}" = own ] && echo "$service/")${file##*/}"; then break; fi
          [ "$try" -lt 300 ] || { echo "$pod has not got $file"; return 1; }
          sleep 0.5
        done
      done
    done
  done
  sleep 2 # A service reads a changed file within a second.
}

each() { for what in "${@:2}"; do keys "$1" "$what"; done; }

case $stage in
  begin)
    fetch
    each add services storage encryption webhooks && put_back && arrived
    each use services storage encryption webhooks && put_back && arrived
    ;;
  # The old key of the storage stays for an hour, as long as upload forms are valid.
  finish) each remove services encryption webhooks && put_back && arrived ;;
  *) echo "no such stage: $stage" >&2; exit 2 ;;
esac
