# Pods are killed and taken away.
# shellcheck shell=bash disable=SC2154

two_of_each() { helm upgrade "$release" "$chart" --namespace "$namespace" "${operated[@]}" --set replicas=2 --wait --timeout 5m && settled; }
answered() { # for each pod of ordering, the oldest first: its name, and how many requests it has answered
  local pod
  for pod in $(k get pods -l 'app.kubernetes.io/component=ordering,partner-ordering/process=service' --sort-by=.metadata.creationTimestamp -o name); do
    echo "$pod $(k exec "$pod" -- node -e "fetch('http://127.0.0.1:9090/metrics').then(async (page) => console.log(await page.text()))" |
      awk '/^http_server_request_duration_seconds_count/ { sum += $NF } END { print sum + 0 }')"
  done
}
two_share() { # the load is at the gateway; ordering gets more than half of it
  k scale deployment "$name-ordering" --replicas=4 && k wait --for=jsonpath='{.status.readyReplicas}'=4 "deployment/$name-ordering" --timeout=180s &&
    answered > "$work/before" && sleep 30 && answered > "$work/after" || return 1
  paste "$work/before" "$work/after" | awk '{ of[NR] = $4 - $2; all += of[NR]; low = low || $1 != $3 }
    END { for (i = 1; i <= NR; i++) { printf "%d ", of[i]; low = low || i > 2 && of[i] < 0.15 * all } print "of " all; exit low || NR != 4 || all == 0 }' > "$work/shares"
  local status=$?
  cat "$work/shares"
  k scale deployment "$name-ordering" --replicas=2 && settled && return "$status"
}
half_killed() { # as when one of two nodes goes
  local service pods=()
  for service in "${services[@]}"; do pods+=("$(k get pods -l "app.kubernetes.io/component=$service,partner-ordering/process=service" -o jsonpath='{.items[0].metadata.name}')"); done
  k delete pod "${pods[@]}" --grace-period=0 --force && settled
}
check 'two pods of each service' two_of_each
under_load 'two pods more of ordering: each has at least 15 % of its requests in 30 s' two_share
sed 's/^/        /' "$work/shares"
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
