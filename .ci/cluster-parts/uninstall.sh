# What an uninstalled release leaves.
# shellcheck shell=bash disable=SC2154

left() { # nothing but the claims and keys of the trial, which are kept on purpose
  helm uninstall "$release" --namespace "$namespace" --wait --timeout 3m || return 1
  for _ in $(seq 120); do
    [ -n "$(k get pods -l "app.kubernetes.io/instance=$release" -o name)" ] || break
    sleep 0.5
  done
  local kinds
  kinds=$(kubectl api-resources --namespaced --verbs=list -o name | grep -vE '^(events|events.events.k8s.io|endpoints)$' | paste -sd,)
  k get "$kinds" -l "app.kubernetes.io/instance=$release" -o name > "$work/left"
  grep -vE "^(persistentvolumeclaim|secret)/|^configmap/$name-public-keys$" "$work/left" && return 1
  [ "$(grep -c ^persistentvolumeclaim "$work/left")" = 3 ]
}
check 'helm uninstall leaves the claims and keys of the trial, and nothing else' left
