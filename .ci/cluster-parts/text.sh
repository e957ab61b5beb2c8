# The chart as text: what is made of it, and what it refuses.
# shellcheck shell=bash disable=SC2154

whole=(-f charts/examples/production.yaml --set httpRoute.enabled=true --set 'httpRoute.parentRefs[0].name=public')
render() { helm template "$release" "$chart" --namespace "$namespace" "$@"; }

conforms() { # what the API server knows by its own schemas, what operators bring by theirs
  kubectl get --raw /openapi/v2 | python3 "$kit/schemas.py" "$work/schemas" > /dev/null || return 1
  cp charts/examples/schemas/*.json "$work/schemas/" && render "${trial[@]}" > "$work/trial.yaml" && render "${whole[@]}" > "$work/whole.yaml" || return 1
  # The schema of MinIO's operator is not free enough to stand here.
  kubeconform -strict -summary -skip minio.min.io/v2/Tenant -schema-location "$work/schemas/{{.ResourceKind}}{{.KindSuffix}}.json" \
    "$work/trial.yaml" "$work/whole.yaml" charts/examples/{cloudnative-pg,strimzi,minio,keda}.yaml
}

# Images are pulled when they are not there, since a tag is never pushed twice.
score() { render "$@" > "$work/rendered.yaml" && kube-score score --ignore-test container-image-pull-policy --output-format ci "$work/rendered.yaml" > "$work/score"; ! grep CRITICAL "$work/score"; }
dry_run() { render "${trial[@]}" | k apply --dry-run=server --validate=strict -f -; }

jobs_of() { render "$@" | awk '/^kind: / { job = $2 == "Job" } job && /^  name: / { print $2; job = 0 }' | sort; }
renamed() { # renamed <settings...>: no Job keeps its name, since none can be changed
  jobs_of "${whole[@]}" > "$work/jobs" && jobs_of "${whole[@]}" "$@" > "$work/others" && [ "$(wc -l < "$work/jobs")" = 7 ] && ! comm -12 "$work/jobs" "$work/others" | grep .
}
check 'Jobs of GitOps have other names with another image' renamed --set image.tag=next
check 'Jobs of GitOps have other names with another place to run' renamed --set pods.nodeSelector.pool=orders
holds() { # holds <lines> <settings...>: a line of the rendered chart for each word; a comma stands for a space
  local word
  render "${@:2}" > "$work/rendered.yaml" || return 1
  for word in $1; do grep -qF -- "${word//,/ }" "$work/rendered.yaml" || { echo "missing: ${word//,/ }"; return 1; }; done
}
console_off() { # the gateway, and the services whose mails lead there
  render "$@" > "$work/rendered.yaml" && [ "$(grep -c '^  CONSOLE: "false"' "$work/rendered.yaml")" = 3 ]
}
check 'the gateway, identity and notifications hear that the console is off' console_off "${whole[@]}" --set console.enabled=false
check 'the gateway finds the pods of services by the names of Services' holds 'PODS_SUFFIX:,"-pods" name:,po-partner-ordering-catalog-pods' "${whole[@]}"
check 'an upgrade makes the first admin that a failed installation did not make' holds 'name:,po-partner-ordering-first-admin- --first' "${whole[@]}" --is-upgrade
several_processes() { # a policy of migrations and commands bears the name of neither
  render "${whole[@]}" | sed -n "/^  name: $name-broker\$/,/^spec:/p" > "$work/policy"
  grep -F 'component: broker' "$work/policy" && ! grep -F 'partner-ordering/process' "$work/policy"
}
check 'the policy to the brokers bears the name of no process, as it is for several' several_processes
check 'policies lead to the mail relay and the name servers where they are' holds '{,port:,25,} 10.1.1.1/32 port:,5353' "${whole[@]}" \
  --set 'mail.port=25,mail.to[0].ipBlock.cidr=10.1.1.1/32,networkPolicies.dnsPort=5353'
check 'traces go to the collector, which policies lead to' holds 'OTEL_EXPORTER_OTLP_ENDPOINT:,"http://collector:4318" OTEL_TRACES_SAMPLER_ARG:,"0.1" 10.4.4.4/32' "${whole[@]}" \
  --set 'traces.endpoint=http://collector:4318,networkPolicies.telemetryTo[0].ipBlock.cidr=10.4.4.4/32' --set-json traces.ratio=0.1
check 'helm test reaches the public address of a bucket' holds '{,port:,8443,} 10.3.3.3/32' "${whole[@]}" --set 'test.bucketPort=8443,test.bucketTo[0].ipBlock.cidr=10.3.3.3/32'
policies_of() { awk -v RS='---\n' -v name="$1" '/kind: NetworkPolicy/ && index($0, "\n  name: " name "\n")' "$work/rendered.yaml"; }
to_the_test() { # notifications alone reaches the pod of helm test, at its port, and is told so
  holds 'name:,webhook port:,9000 TEST_WEBHOOK_ORIGIN:,"http://po-partner-ordering-test:9000" name:,WEBHOOK_ORIGIN' "$@" --set test.webhook.port=9000 || return 1
  policies_of "$name-notifications" | grep -A1 -F '"partner-ordering/process":"test"' | grep -F 'ports: [{ port: 9000 }]' || return 1
  policies_of "$name-test" | grep -A1 -F 'ports: [{ port: webhook }]' | grep -F '"app.kubernetes.io/component":"notifications"' || return 1
  ! policies_of "$name-catalog" | grep -F '"partner-ordering/process":"test"'
}
no_webhook() { render "$@" > "$work/rendered.yaml" && ! grep -e 'TEST_WEBHOOK_ORIGIN' -e 'name: WEBHOOK_ORIGIN' -e 'ort: webhook' "$work/rendered.yaml"; }
check 'helm test receives a webhook in a trial' to_the_test "${trial[@]}"
check 'helm test receives a webhook where that is wanted' to_the_test "${whole[@]}" --set test.webhook.enabled=true
check 'nothing leads webhooks into an installation otherwise' no_webhook "${whole[@]}"
check 'nothing leads webhooks into a trial without it' no_webhook "${trial[@]}" --set test.webhook.enabled=false
check 'nothing leads webhooks into an installation without an admin, as it has no test' no_webhook "${whole[@]}" --set test.webhook.enabled=true,admin.existingSecret=
origin='TEST_WEBHOOK_ORIGIN is set by test.webhook.enabled alone'
check 'another origin of webhooks is refused in the variables of all' refuses "$origin" render "${trial[@]}" --set 'extraEnv[0].name=TEST_WEBHOOK_ORIGIN,extraEnv[0].value=http://po-identity:8080'
check 'another origin of webhooks is refused in the settings of a service' refuses "$origin" render "${trial[@]}" --skip-schema-validation --set services.notifications.settings.TEST_WEBHOOK_ORIGIN=http://po-identity:8080
# shellcheck disable=SC2054 # the comma is of Helm
over_tls=(--set gateway.tls.existingSecret=orders-gateway-tls,publicUrl=https://orders.example.org)
check 'the gateway has its certificate, and helm test knows its name' holds 'TLS_CERT_FILE:,"/secrets/tls/tls.crt" TLS_KEY_FILE:,"/secrets/tls/tls.key" secretName:,orders-gateway-tls mountPath:,/secrets/tls appProtocol:,https "https://po-partner-ordering-gateway:8080" value:,"orders.example.org"' \
  "${trial[@]}" "${over_tls[@]}"
check 'TLS with a public address without it is refused' refuses 'publicUrl must begin with https' render "${trial[@]}" "${over_tls[@]}" --set publicUrl=http://orders.example.org
scaled_elsewhere() { # of ordering nothing is said, of the others all
  render "$@" --set 'autoscaling.elsewhere={ordering}' > "$work/rendered.yaml" || return 1
  awk '/^kind: / { kind = $2 } /^  name: / { name = $2 } /^  (replicas|minReplicas): / { print kind, name }' "$work/rendered.yaml" > "$work/scaled"
  grep -q -- '-catalog$' "$work/scaled" && ! grep -- '-partner-ordering-ordering$' "$work/scaled"
}
check 'who is scaled elsewhere gets no number of pods' scaled_elsewhere "${trial[@]}"
check 'who is scaled elsewhere gets no autoscaling' scaled_elsewhere "${whole[@]}"
check 'helm lint, of a trial' helm lint --strict "$chart" "${trial[@]}"
check 'helm lint, of an installation with everything' helm lint --strict "$chart" "${whole[@]}"
check 'kubeconform knows every field, of the examples too' conforms
check 'kube-score finds nothing critical in a trial' score "${trial[@]}"
check 'kube-score finds nothing critical in an installation with everything' score "${whole[@]}"
check 'the API server takes the trial in a strict dry run' dry_run
check 'a wrong value is refused by its name' refuses "/services/gateway/settings': additional properties 'RATE_LIMIT' not allowed" render "${trial[@]}" --set services.gateway.settings.RATE_LIMIT=3
check 'a missing Secret is refused by its value' refuses 'services.identity.existingSecret is missing' render "${whole[@]}" --set services.identity.existingSecret=
check 'an installation without brokers is refused' refuses 'kafka.brokers is missing' render "${whole[@]}" --set kafka.brokers=null
# What has no effect without another value: that value, a setting without it.
while read -r missing settings; do
  # shellcheck disable=SC2086 # several settings
  check "without $missing, a value that needs it is refused" refuses "$missing is missing: without it" render "${whole[@]}" --set $settings
done <<'LIST'
database.host database.host=
kafka.saslMechanism kafka.saslMechanism=
kafka.saslMechanism kafka.saslMechanism=,kafka.existingSecrets=,services.catalog.kafkaUsername=one
kafka.brokers trial=true,kafka.brokers=null
kafka.ssl=true kafka.ssl=false
storage.s3.bucket trial=true,storage.s3.bucket=
storage.s3.bucket trial=true,storage.s3.bucket=,certificates.storage=null
mail.from trial=true,mail.from=,certificates.mail.existingSecret=mail-ca
LIST
check 'traces to a collector that no policy leads to are refused' refuses 'networkPolicies.telemetryTo is missing' render "${whole[@]}" --set traces.endpoint=http://collector:4318
check 'an ingress without trusted proxies is refused' refuses 'gateway.trustedProxies is missing' render "${trial[@]}" --set ingress.enabled=true
