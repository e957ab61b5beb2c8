# Who reaches whom.
# shellcheck shell=bash disable=SC2154

probe() { # probe <service>: from a pod with its labels, the addresses of $work/expected are open and closed as it says
  cut -d ' ' -f 1 "$work/expected" | xargs kubectl --namespace "$namespace" exec "probe-$1" -- node /probe/reach.ts > "$work/found" && diff "$work/expected" "$work/found"
}
probes() {
  k create configmap probe --from-file=charts/checks/reach.ts > /dev/null || return 1
  local service
  for service in "${services[@]}" nobody; do
    k apply -f - <<YAML || return 1
apiVersion: v1
kind: Pod
metadata:
  name: probe-$service
  labels: { app.kubernetes.io/instance: $release, app.kubernetes.io/name: partner-ordering, app.kubernetes.io/component: $service, partner-ordering/process: service, probe: 'yes' }
spec:
  automountServiceAccountToken: false
  # No Service leads here, since it is never ready.
  readinessGates: [{ conditionType: example.org/never }]
  securityContext: { runAsNonRoot: true, runAsUser: 10001, seccompProfile: { type: RuntimeDefault } }
  containers:
    - name: probe
      image: partner-ordering/gateway:$IMAGE_TAG
      command: [node, -e, 'setInterval(() => {}, 60000)']
      securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: [ALL] } }
      volumeMounts: [{ name: probe, mountPath: /probe }]
  volumes: [{ name: probe, configMap: { name: probe } }]
YAML
  done
  k wait --for=condition=ContainersReady pod -l probe=yes --timeout=60s && sleep 3
}
check 'a probe with the labels of each service starts' probes
postgresql=$(k get pod "$name-postgresql-0" -o jsonpath='{.status.podIP}') kafka=$(k get pod "$name-kafka-0" -o jsonpath='{.status.podIP}')
callees() { node -e "const {parse}=require('yaml');console.log(parse(require('fs').readFileSync('$chart/files/service-calls.yaml','utf8'))['$1']?.join(' '))"; }
for from in "${services[@]}" nobody; do
  allowed=" $(callees "$from") gateway "
  for to in "${services[@]}"; do
    case "$allowed" in *" $to "*) echo "$name-$to:8080 open" ;; *) echo "$name-$to:8080 closed" ;; esac
    echo "$name-$to:9090 closed"
  done > "$work/expected"
  case $from in gateway | nobody) state=closed ;; *) state=open ;; esac
  printf '%s\n' "$postgresql:5432 $state" "$kafka:9092 $state" >> "$work/expected"
  # Whoever may reach the gateway may do so from outside; no service has to.
  sed -i "/^$name-$from:8080/d; /^$name-gateway:8080/d" "$work/expected"
  check "$from reaches what it needs, and no more" probe "$from"
done
k delete pod -l probe=yes --grace-period=0 --force > /dev/null 2>&1
