# Install, and an order.
# shellcheck shell=bash disable=SC2154

install_trial() { helm install "$release" "$chart" --namespace "$namespace" "${trial[@]}" --wait --wait-for-jobs --timeout 4m; }
restarts() { k get pods -l partner-ordering/process=service -o jsonpath='{range .items[*]}{.status.containerStatuses[0].restartCount}{"\n"}{end}' | awk '{ sum += $1 } END { exit sum > 0 }'; }
order() { helm test "$release" --namespace "$namespace" --timeout 3m || { k logs "$name-test"; return 1; }; }
began=$SECONDS
check 'the volumes are made' volumes
check 'helm install --wait' install_trial || { k get pods; k get events --sort-by=.lastTimestamp | tail -20; exit 1; }
check 'no pod was restarted while the migrations ran' restarts
check 'helm test: an order with its receipt, of which a webhook is told' order || exit 1
echo "        from helm install to the receipt: $((SECONDS - began)) s"

as_a_job() { charts/run-command.sh "$namespace" "$name-ordering" check-integrity > "$work/said" && grep '^ordering: all integrity checks hold$' "$work/said"; }
check 'run-command.sh runs a command with the environment of a Deployment' as_a_job
bad_command() { ! charts/run-command.sh "$namespace" "$name-ordering" nonsense > "$work/said" && grep 'unknown command' "$work/said"; }
check 'run-command.sh fails with a command that fails, and shows what it said' bad_command
