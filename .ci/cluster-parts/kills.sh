# Pods are killed and taken away.
# shellcheck shell=bash disable=SC2154

two_of_each() { helm upgrade "$release" "$chart" --namespace "$namespace" "${trial[@]}" --set replicas=2 --wait --timeout 5m && settled; }
half_killed() { # as when one of two nodes goes
  local service pods=()
  for service in "${services[@]}"; do pods+=("$(k get pods -l "app.kubernetes.io/component=$service,partner-ordering/process=service" -o jsonpath='{.items[0].metadata.name}')"); done
  k delete pod "${pods[@]}" --grace-period=0 --force && settled
}
check 'two pods of each service' two_of_each
load_begin
check 'a pod of each service is killed at once, and replaced' half_killed
load_end > "$work/summary"
if grep -q '"lost":0,' "$work/summary"; then ok 'no acknowledged order was lost meanwhile'; else no 'no acknowledged order was lost meanwhile'; fi
sed 's/^/        /' "$work/summary"
half_taken_away() { # as autoscaling does, and again
  node charts/checks/uploads.ts "$gateway" > "$work/uploads" 2>&1 &
  local uploads=$!
  until grep -q started "$work/uploads" || ! kill -0 "$uploads"; do sleep 0.2; done
  k scale deployment "$name-gateway" "$name-files" --replicas=1 && wait "$uploads"
  local status=$?
  cat "$work/uploads"
  return "$status"
}
check 'pods of gateway and files are taken away: short uploads end well, those that are cut off can be repeated' half_taken_away
tail -n 1 "$work/uploads" | sed 's/^/        /'
check 'back to one pod of each' rollback

kill_pod() { # at once, without time to drain; its controller makes another
  local pod
  pod=$(k get pods -l "app.kubernetes.io/component=$1,partner-ordering/process=$2" -o jsonpath='{.items[0].metadata.name}')
  k delete pod "$pod" --grace-period=0 --force && k wait --for=condition=Ready pod -l "app.kubernetes.io/component=$1,partner-ordering/process=$2" --timeout=120s
}
for service in "${services[@]}"; do check "the pod of $service is killed, and replaced" kill_pod "$service" service; done
check 'the broker is killed, and replaced' kill_pod kafka trial
check 'PostgreSQL is killed, and replaced' kill_pod postgresql trial
check 'all services are ready again' settled
check 'the old keys are forgotten' keys finish
check 'after that an order goes through' order
