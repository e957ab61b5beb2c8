# Upgrade, rollback and new keys while requests come.
# shellcheck shell=bash disable=SC2154

secret() { k get secret "$name-admin" -o "jsonpath={.data.$1}" | base64 -d; }
gateway="http://$(k get service "$name-gateway" -o jsonpath='{.spec.clusterIP}'):8080"
ADMIN_EMAIL=$(secret email) ADMIN_PASSWORD=$(secret password) ADMIN_CLIENT_SECRET=$(secret client-secret)
export ADMIN_EMAIL ADMIN_PASSWORD ADMIN_CLIENT_SECRET

load_begin() {
  node charts/checks/load.ts "$gateway" "$RATE" > "$work/load" 2>&1 &
  load=$!
  until grep -q started "$work/load" || ! kill -0 "$load"; do sleep 0.2; done
}
load_end() { # load_end: the summary; fails when it did not hold
  kill "$load"; wait "$load"; load=
  tail -n 1 "$work/load"
  grep -q '"held":true,' "$work/load"
}
settled() { # all pods are ready, and those of the revision before have gone
  local service
  for service in "${services[@]}"; do k rollout status "deployment/$name-$service" --timeout=180s || return 1; done
  for _ in $(seq 120); do
    [ -n "$(k get pods -l partner-ordering/process=service -o 'jsonpath={.items[*].metadata.deletionTimestamp}')" ] || return 0
    sleep 0.5
  done
  return 1
}
# The PostgreSQL of the trial gets a certificate, and Secrets as CloudNativePG writes them: of each role, and of the authority.
# shellcheck disable=SC2016 # PGDATA is the container's
operator_secrets() {
  local database=("$name-postgresql-0" --) service
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$name-postgresql" -addext "subjectAltName=DNS:$name-postgresql" \
    -keyout "$work/server.key" -out "$work/server.crt" && k create secret generic orders-ca "--from-file=ca.crt=$work/server.crt" || return 1
  tar --create --directory "$work" server.key server.crt |
    k exec -i "${database[@]}" sh -c 'tar --extract --no-same-owner --directory "$PGDATA" && chmod 600 "$PGDATA/server.key"' || return 1
  k exec "${database[@]}" psql --username postgres --command 'alter system set ssl = on' --command 'select pg_reload_conf()' || return 1
  for service in "${services[@]:1}"; do
    k create secret generic "$service-database" --type kubernetes.io/basic-auth "--from-literal=username=$service" \
      "--from-literal=password=$(k get secret "$name-postgresql" -o "jsonpath={.data.$service}" | base64 -d)" || return 1
  done
}
operated=("${trial[@]}" --set "database.host=$name-postgresql,certificates.database.existingSecret=orders-ca" --set 'database.existingSecrets=\{service\}-database')
encrypted() { k exec "$name-postgresql-0" -- psql -At --username postgres --command 'select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename = $$ordering$$' | grep -x t; }
upgrade() { helm upgrade "$release" "$chart" --namespace "$namespace" "${operated[@]}" --set "image.tag=$IMAGE_TAG-next" --wait --timeout 5m && settled && encrypted; }
rollback() { helm rollback "$release" 1 --namespace "$namespace" --wait --timeout 5m && settled; }

# under_load <title> <command...>: it succeeds, and no request fails meanwhile
under_load() {
  load_begin
  check "$1" "${@:2}"
  if load_end > "$work/summary"; then ok "no request failed meanwhile, at up to $RATE/s: $1"; else no "no request failed meanwhile, at up to $RATE/s: $1"; fi
  sed 's/^/        /' "$work/summary"
}
keys() { IDENTITY_IMAGE="partner-ordering/identity:$IMAGE_TAG" charts/checks/rotate-keys.sh "$namespace" "$name" "$work/keys" "$1"; }
check 'Secrets as CloudNativePG writes them are made' operator_secrets
for _ in $(seq "${ROUNDS:-1}"); do
  under_load 'helm upgrade, to the Secrets of an operator and TLS to the database' upgrade
  under_load 'helm rollback' rollback
done
under_load 'all keys are replaced' keys begin
