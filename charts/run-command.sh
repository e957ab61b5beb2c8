#!/usr/bin/env bash
# Runs a command of a service as a Job, with the environment, Secrets and image of its Deployment; also while that has no pods. Needs kubectl, nothing else.
#   run-command.sh <namespace> <deployment> <command> [<argument>…]      run-command.sh orders orders-partner-ordering-ordering check-integrity
# Prints what the command prints. Its exit code is 0 only if the command ended well; the Job is removed in the end.
set -euo pipefail
[ $# -ge 3 ] || { sed -n 's/^#   //p' "$0" >&2; exit 2; }
namespace=$1 deployment=$2
shift 2
k() { kubectl --namespace "$namespace" "$@"; }

args=
for argument in "$@"; do
  case $argument in *[\"\\]* | *[[:cntrl:]]*) echo "an argument has a quote, a backslash or a line break: $argument" >&2; exit 2 ;; esac
  args+="${args:+,}\"$argument\""
done

labels=$(k get deployment "$deployment" -o 'jsonpath={.spec.template.metadata.labels}')
pod=$(k get deployment "$deployment" -o 'jsonpath={.spec.template.spec}')
# It answers nobody: no Service leads to it, nothing probes it, and it runs on any node.
changes='[
  {"op": "add", "path": "/metadata/labels/partner-ordering~1process", "value": "command"},
  {"op": "add", "path": "/spec/template/metadata/labels/partner-ordering~1process", "value": "command"},
  {"op": "add", "path": "/spec/template/spec/restartPolicy", "value": "Never"},
  {"op": "add", "path": "/spec/template/spec/containers/0/args", "value": ['$args']},
  {"op": "remove", "path": "/spec/template/spec/affinity"},
  {"op": "remove", "path": "/spec/template/spec/containers/0/ports"},
  {"op": "remove", "path": "/spec/template/spec/containers/0/lifecycle"},
  {"op": "remove", "path": "/spec/template/spec/containers/0/startupProbe"},
  {"op": "remove", "path": "/spec/template/spec/containers/0/livenessProbe"},
  {"op": "remove", "path": "/spec/template/spec/containers/0/readinessProbe"}
]'
job=$(kubectl patch --local --type json --patch "$changes" -o json -f - <<JSON | k create -o name -f -
{ "apiVersion": "batch/v1", "kind": "Job", "metadata": { "generateName": "${deployment:0:45}-command-", "labels": $labels },
  "spec": { "backoffLimit": 0, "template": { "metadata": { "labels": $labels }, "spec": $pod } } }
JSON
)
trap 'k delete "$job" --wait=false > /dev/null' EXIT
# Both are empty until it has ended.
until ended=$(k get "$job" -o 'jsonpath={.status.succeeded}{.status.failed}') && [ -n "$ended" ]; do sleep 1; done
k logs "$job" --tail=-1
[ "$(k get "$job" -o 'jsonpath={.status.succeeded}')" = 1 ]
