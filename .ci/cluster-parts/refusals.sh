# What cannot start says why.
# shellcheck shell=bash disable=SC2154

broken() { # broken <text> <values...>: helm install --wait fails in time, a log says why, and nothing half-made is ready
  local said=$1
  ! helm install broken "$chart" --namespace "$namespace" "${trial[@]}" --set "fullnameOverride=broken" "${@:2}" --wait --timeout 25s || return 1
  { k logs -l app.kubernetes.io/instance=broken --all-containers --prefix --tail=-1; k get events; } > "$work/said" 2>&1
  grep -F -- "$said" "$work/said" | head -n 1
  [ "${PIPESTATUS[0]}" -eq 0 ]
  local found=$?
  [ "$(k get pods -l app.kubernetes.io/instance=broken,app.kubernetes.io/component=gateway -o jsonpath='{.items[*].status.containerStatuses[0].ready}')" != true ] || found=1
  helm uninstall broken --namespace "$namespace" --wait
  k delete secret,configmap,pvc -l app.kubernetes.io/instance=broken
  return "$found"
}
wrong_password() { # of an upgrade: it fails, says why, and replaces nothing
  local url
  url=$(k get secret "$name-catalog" -o 'go-template={{ index .data "database-url" | base64decode }}')
  k patch secret "$name-catalog" --type merge -p '{"stringData":{"database-url":"'"$(sed 's,://catalog:[^@]*@,://catalog:wrong@,' <<< "$url")"'"}}' || return 1
  ! helm upgrade "$release" "$chart" --namespace "$namespace" "${trial[@]}" --set "image.tag=$IMAGE_TAG-next" --wait --timeout 30s || return 1
  k logs -l app.kubernetes.io/component=catalog,partner-ordering/process=migration --tail=-1 > "$work/said"
  k patch secret "$name-catalog" --type merge -p '{"stringData":{"database-url":"'"$url"'"}}' || return 1
  k delete job -l partner-ordering/process=migration
  grep -F 'password authentication failed for user "catalog"' "$work/said" || return 1
  helm rollback "$release" --namespace "$namespace" --wait --timeout 3m || return 1
  ! k get deployments -o 'jsonpath={.items[*].spec.template.spec.containers[*].image}' | grep -- -next
}
check 'a wrong password of the database is named, and ends the upgrade before anything is replaced' wrong_password
check 'a missing Secret is named' broken 'secret "nowhere" not found' --set services.gateway.existingSecret=nowhere
