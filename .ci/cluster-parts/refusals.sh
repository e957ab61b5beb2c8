# What cannot start says why. Two installations that fail in several ways at once stand beside the one that runs, in its PostgreSQL.
# shellcheck shell=bash disable=SC2154

strict_broker() { # it asks for passwords, which that of a trial does not, and knows nobody
  k apply -f - <<YAML
apiVersion: v1
kind: Pod
metadata: { name: strict-broker, labels: { refusals: 'yes' } }
spec:
  automountServiceAccountToken: false
  terminationGracePeriodSeconds: 1
  securityContext: { runAsNonRoot: true, runAsUser: $(user_of "$KAFKA_IMAGE" ''), seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: kafka
      image: $KAFKA_IMAGE
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
      readinessProbe: { tcpSocket: { port: 9092 }, periodSeconds: 1 }
      env:
        - { name: POD_IP, valueFrom: { fieldRef: { fieldPath: status.podIP } } }
        - { name: CLUSTER_ID, value: 4L6g3nShT-eMCtK--X86sw }
        - { name: KAFKA_NODE_ID, value: '1' }
        - { name: KAFKA_PROCESS_ROLES, value: 'broker,controller' }
        - { name: KAFKA_CONTROLLER_QUORUM_VOTERS, value: '1@localhost:9093' }
        - { name: KAFKA_CONTROLLER_LISTENER_NAMES, value: CONTROLLER }
        - { name: KAFKA_LISTENERS, value: 'SASL://0.0.0.0:9092,CONTROLLER://localhost:9093,ITSELF://localhost:9094' }
        - { name: KAFKA_ADVERTISED_LISTENERS, value: 'SASL://\$(POD_IP):9092,ITSELF://localhost:9094' }
        - { name: KAFKA_LISTENER_SECURITY_PROTOCOL_MAP, value: 'CONTROLLER:PLAINTEXT,ITSELF:PLAINTEXT,SASL:SASL_PLAINTEXT' }
        - { name: KAFKA_INTER_BROKER_LISTENER_NAME, value: ITSELF }
        - { name: KAFKA_SASL_ENABLED_MECHANISMS, value: SCRAM-SHA-512 }
        - { name: KAFKA_LISTENER_NAME_SASL_SCRAM___SHA___512_SASL_JAAS_CONFIG, value: 'org.apache.kafka.common.security.scram.ScramLoginModule required;' }
        - { name: KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR, value: '1' }
YAML
}
wrong_password() { # of an upgrade: it fails, says why, and replaces nothing
  local url
  url=$(k get secret "$name-catalog" -o 'go-template={{ index .data "database-url" | base64decode }}')
  k patch secret "$name-catalog" --type merge -p '{"stringData":{"database-url":"'"${url/:\/\/catalog:*@/:\/\/catalog:wrong@}"'"}}' || return 1
  ! helm upgrade "$release" "$chart" --namespace "$namespace" "${trial[@]}" --set "image.tag=$IMAGE_TAG-next" --wait --timeout 30s || return 1
  k logs -l app.kubernetes.io/component=catalog,partner-ordering/process=migration --tail=-1 > "$work/said"
  k patch secret "$name-catalog" --type merge -p '{"stringData":{"database-url":"'"$url"'"}}' || return 1
  k delete job -l partner-ordering/process=migration
  grep -F 'password authentication failed for user "catalog"' "$work/said" || return 1
  helm rollback "$release" --namespace "$namespace" --wait --timeout 3m || return 1
  k get deployments -o 'jsonpath={.items[*].spec.template.spec.containers[*].image}' > "$work/said" || return 1
  grep -F "/catalog:$IMAGE_TAG" "$work/said" && ! grep -- -next "$work/said"
}
check 'a broker that asks for passwords is started' strict_broker
check 'a wrong password of the database is named, and ends the upgrade before anything is replaced' wrong_password

sql() { k exec "$name-postgresql-0" -- psql --quiet --username postgres --dbname "$1" --command "$2"; }
other_secrets() { # another database for each service but ordering, a database that nobody serves for catalog
  local names=("${services[@]/#/$name-}")
  # shellcheck disable=SC2016 # what stands in the quotes is JavaScript
  k get secret "${names[@]}" -o json | node -e '
    const { items } = JSON.parse(require("fs").readFileSync(0, "utf8"));
    const list = items.map(({ metadata, data }) => {
      const service = metadata.name.slice(process.argv[1].length + 1);
      const url = data["database-url"] && new URL(atob(data["database-url"]));
      if (url && service !== "ordering") url.pathname = "/broken";
      if (service === "catalog") url.host = "127.0.0.1:10";
      const stringData = { ...(url && { "database-url": url.href }), "kafka-password": "guessed-kafka-password", "smtp-url": "smtp://127.0.0.1:9" };
      return { apiVersion: "v1", kind: "Secret", metadata: { name: `broken-${service}`, labels: { refusals: "yes" } }, data, stringData };
    });
    console.log(JSON.stringify({ apiVersion: "v1", kind: "List", items: list }));' "$name" | k apply -f -
}
prepare_refusals() {
  sql postgres 'create database broken' && sql ordering "insert into oldest_release (migration, version) values ('of a later release', '{99,1,0}')" && other_secrets || return 1
  k apply -f - <<YAML && k wait --for=condition=Ready pod strict-broker --timeout=60s
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: refusals, labels: { refusals: 'yes' } }
spec:
  podSelector: { matchLabels: { app.kubernetes.io/instance: $release, app.kubernetes.io/component: postgresql } }
  policyTypes: [Ingress]
  ingress: [{ from: [{ podSelector: { matchExpressions: [{ key: app.kubernetes.io/instance, operator: In, values: [broken, barred] }] } }] }]
YAML
}
beside=(--set "image.tag=$IMAGE_TAG,networkPolicies.ipv6=false,publicUrl=http://localhost:8080,publicKeys.existingConfigMap=$name-public-keys"
  --set "storage.folder.existingClaim=$name-files,seller.name=Seller,seller.address={Street},seller.vat=FR32123456789,mail.from=orders@example.org")
for service in "${services[@]}"; do beside+=(--set "services.$service.existingSecret=broken-$service,services.$service.resources.requests.cpu=10m"); done
install_beside() { helm install "$1" "$chart" --namespace "$namespace" "${beside[@]}" --set "fullnameOverride=$1" "${@:2}" --wait --timeout 25s; }
both_fail() {
  local broker first second
  broker=$(k get pod strict-broker -o jsonpath='{.status.podIP}') || return 1
  install_beside broken --set 'kafka.brokers={127.0.0.1:9},services.notifications.existingSecret=nowhere' & first=$!
  install_beside barred --set "kafka.brokers={$broker:9092},kafka.ssl=false,kafka.saslMechanism=scram-sha-512,replicas=0,services.identity.replicas=1" & second=$!
  if wait "$first" || wait "$second"; then return 1; fi
}
said() { # said <release> <text>: a line of a log or an event of it, soon
  for _ in $(seq 60); do
    { k logs -l "app.kubernetes.io/instance=$1" --all-containers --prefix --tail=-1 --ignore-errors; k get events; } > "$work/said" 2>&1
    if grep -F -- "$2" "$work/said"; then return 0; fi
    sleep 0.5
  done
  cat "$work/said"
  return 1
}
# What was not had, or is empty, says nothing: each looks for what must be there before it misses what must not.
none_is_ready() {
  k get pods -l 'app.kubernetes.io/instance in (broken, barred),partner-ordering/process=service' -o 'jsonpath={.items[*].status.containerStatuses[*].ready}' > "$work/said" || return 1
  grep false "$work/said" && ! grep true "$work/said"
}
no_password() {
  said broken 'no broker answers at 127.0.0.1:9: ' && ! grep -F guessed-kafka "$work/said" || return 1
  said barred 'refuse the user identity: ' && ! grep -F guessed-kafka "$work/said"
}
check 'databases and Secrets of installations that fail are made' prepare_refusals
check 'helm install --wait fails in time' both_fail
check 'a missing Secret is named' said broken 'secret "nowhere" not found'
check 'a database that does not answer is named' said broken 'connect ECONNREFUSED 127.0.0.1:10'
check 'brokers that do not answer are named' said broken 'no broker answers at 127.0.0.1:9: '
check 'a database that no longer serves this release is named' said broken 'Cannot start: the database serves releases from 99.1.0 on'
check 'a wrong password of Kafka is named by its user' said barred 'refuse the user identity: SASL SCRAM SHA512 authentication failed'
check 'no pod of them takes requests' none_is_ready
check 'no log has the password' no_password
clear_refusals() { # all of it, whatever of it is there: pods of ordering that start again would be refused
  local found=0
  sql ordering "delete from oldest_release where migration = 'of a later release'" || found=1
  helm uninstall broken barred --namespace "$namespace" --ignore-not-found || found=1
  k delete pod,secret,networkpolicy -l refusals=yes || found=1
  sql postgres 'drop database if exists broken with (force)' || found=1
  return "$found"
}
check 'what failed is taken away' clear_refusals
