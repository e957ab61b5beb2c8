{{/*
Takes [root, service]. The variables of docs/operators/configuration.md that are no secrets, as YAML. Pods read them from a ConfigMap; a migration before
an upgrade has them written into its Job, since the ConfigMap is still that of the release before.
*/}}
{{- define "po.settings" -}}
{{- $root := index . 0 -}}{{- $service := index . 1 -}}{{- $values := $root.Values -}}
{{- $own := index $values.services $service -}}
{{- $settings := dict
  "ISSUER" (include "po.publicUrl" $root)
  "LOG_LEVEL" $values.logLevel
  "ACCESS_LOG" (toString $values.accessLog)
  "NODE_OPTIONS" (printf "--max-old-space-size=%v --max-semi-space-size=16" $own.heapMebibytes)
  "SERVICE_KEY_FILE" "/secrets/own/service-key.pem"
  "SERVICE_PUBLIC_KEYS_FILE" "/secrets/public/service-public-keys.json" -}}
{{- range index ($root.Files.Get "files/service-calls.yaml" | fromYaml) $service -}}
{{- $_ := set $settings (printf "%s_URL" (upper .)) (printf "http://%s-%s:8080" (include "po.name" $root) .) -}}
{{- end -}}
{{- if $values.certificates.existingConfigMap }}{{ $_ := set $settings "NODE_EXTRA_CA_CERTS" "/certificates/ca.crt" }}{{ end -}}
{{- $s3 := $values.storage.s3 -}}
{{- range list
  (list "database.host" $values.database.host "database.existingSecrets" $values.database.existingSecrets)
  (list "kafka.saslMechanism" $values.kafka.saslMechanism "kafka.existingSecrets" $values.kafka.existingSecrets)
  (list "kafka.saslMechanism" $values.kafka.saslMechanism (printf "services.%s.kafkaUsername" $service) $own.kafkaUsername)
  (list "kafka.brokers" $values.kafka.brokers "certificates.kafka" $values.certificates.kafka)
  (list "kafka.ssl=true" $values.kafka.ssl "certificates.kafka" $values.certificates.kafka)
  (list "storage.s3.bucket" $s3.bucket "certificates.storage" $values.certificates.storage)
  (list "storage.s3.bucket" $s3.bucket "storage.s3.endpoint" (or $s3.endpoint $s3.publicEndpoint))
  (list "mail.from" $values.mail.from "certificates.mail" $values.certificates.mail) -}}
{{- if and (index . 3) (not (index . 1)) }}{{ fail (printf "%s is missing: without it %s has no effect" (index . 0) (index . 2)) }}{{ end -}}
{{- end -}}
{{- with $values.traces.endpoint -}}
{{- if and $values.networkPolicies.enabled (not $values.networkPolicies.telemetryTo) -}}
{{- fail "networkPolicies.telemetryTo is missing: where the collector of traces.endpoint is; without it no pod reaches it" -}}
{{- end -}}
{{- $_ := set $settings "OTEL_EXPORTER_OTLP_ENDPOINT" . -}}
{{- $_ := set $settings "OTEL_TRACES_SAMPLER_ARG" (toString $values.traces.ratio) -}}
{{- end -}}
{{- if ne $service "gateway" -}}
{{- with $values.database.host -}}
{{- $_ := set $settings "DATABASE_URL" (printf "postgres://%s@%s:%v/%s" $service . $values.database.port $service) -}}
{{- $_ := set $settings "DATABASE_PASSWORD_FILE" "/secrets/own/database-password" -}}
{{- else -}}
{{- $_ := set $settings "DATABASE_URL_FILE" "/secrets/own/database-url" -}}
{{- end -}}
{{- if $values.certificates.database }}{{ $_ := set $settings "DATABASE_CA_FILE" "/certificates/database.crt" }}{{ end -}}
{{- $_ := set $settings "DATABASE_POOL_SIZE" $values.database.poolSize -}}
{{- $settings = merge $settings (include "po.messagingSettings" . | fromYaml) -}}
{{- end -}}
{{- if has $service (list "gateway" "identity" "notifications") }}{{ $_ := set $settings "CONSOLE" $values.console.enabled }}{{ end -}}
{{- if has $service (list "gateway" "identity") }}{{ $_ := set $settings "DOCS_TRY_IT" $values.docs.tryIt }}{{ end -}}
{{- if eq $service "gateway" }}{{ $settings = merge $settings (include "po.gatewaySettings" $root | fromYaml) }}{{ end -}}
{{- if eq $service "identity" }}{{ $_ := set $settings "SIGNING_KEY_ENCRYPTION_KEYS_FILE" "/secrets/own/encryption-keys" }}{{ end -}}
{{- if eq $service "notifications" }}{{ $_ := set $settings "WEBHOOK_SECRET_ENCRYPTION_KEYS_FILE" "/secrets/own/encryption-keys" }}{{ end -}}
{{- $given := keys $own.settings -}}{{- range $values.extraEnv }}{{ $given = append $given .name }}{{ end -}}
{{- if has "TEST_WEBHOOK_ORIGIN" $given -}}
{{- fail "TEST_WEBHOOK_ORIGIN is set by test.webhook.enabled alone, to the pod of helm test: elsewhere every manager could have every path called by POST" -}}
{{- end -}}
{{- with include "po.testOrigin" $root }}{{ if eq $service "notifications" }}{{ $_ := set $settings "TEST_WEBHOOK_ORIGIN" . }}{{ end }}{{ end -}}
{{- if has $service (list "identity" "billing" "notifications") }}{{ $settings = merge $settings (include "po.mailSettings" $root | fromYaml) }}{{ end -}}
{{- if has $service (list "ordering" "billing") }}{{ $_ := set $settings "SELLER_COUNTRY" $values.seller.country }}{{ end -}}
{{- if eq $service "billing" }}{{ $settings = merge $settings (include "po.sellerSettings" $root | fromYaml) }}{{ end -}}
{{- if eq $service "billing" }}{{ $settings = merge $settings (include "po.paymentSettings" $root | fromYaml) }}{{ end -}}
{{- if eq $service "files" }}{{ $settings = merge $settings (include "po.storageSettings" $root | fromYaml) }}{{ end -}}
{{- range $name, $value := mergeOverwrite $settings (deepCopy $own.settings) }}
{{ $name }}: {{ kindIs "float64" $value | ternary (printf "%.0f" (float64 $value)) (toString $value) | quote }}
{{- end -}}
{{- end -}}

{{- define "po.messagingSettings" -}}
{{- $root := index . 0 -}}{{- $service := index . 1 -}}{{- $kafka := $root.Values.kafka -}}
{{- if not (or $kafka.brokers $root.Values.trial) }}{{ fail "kafka.brokers is missing: what events travel through (or trial=true)" }}{{ end }}
KAFKA_BROKERS: {{ $kafka.brokers | default (list (printf "%s-kafka:9092" (include "po.name" $root))) | join "," | quote }}
KAFKA_CLIENT_ID: {{ $service }}
KAFKA_TOPIC_PARTITIONS: {{ $kafka.partitions }}
{{- if $kafka.brokers }}
KAFKA_SSL: {{ $kafka.ssl | quote }}
{{- if $root.Values.certificates.kafka }}
KAFKA_SSL_CA_FILE: /certificates/kafka.crt
{{- end }}
{{- with $kafka.replicationFactor }}
KAFKA_REPLICATION_FACTOR: {{ . }}
{{- end }}
{{- else }}
KAFKA_SSL: "false"
KAFKA_REPLICATION_FACTOR: 1
{{- end }}
{{- with $kafka.topicPrefix }}
KAFKA_TOPIC_PREFIX: {{ . | quote }}
{{- end }}
{{- with $kafka.saslMechanism }}
KAFKA_SASL_MECHANISM: {{ . }}
KAFKA_USERNAME: {{ (index $root.Values.services $service).kafkaUsername | default $service | quote }}
KAFKA_PASSWORD_FILE: /secrets/own/kafka-password
{{- end }}
{{- end -}}

{{- define "po.gatewaySettings" -}}
{{- $gateway := .Values.gateway -}}
{{- if and (or .Values.ingress.enabled .Values.httpRoute.enabled) (not $gateway.trustedProxies) -}}
{{- fail "gateway.trustedProxies is missing: the addresses of the proxy behind ingress or httpRoute; without them all clients count as one" -}}
{{- end }}
PODS_SUFFIX: "-pods"
TRUSTED_PROXIES: {{ join "," $gateway.trustedProxies | quote }}
CORS_ORIGINS: {{ join "," $gateway.corsOrigins | quote }}
{{- with include "po.storageOrigin" . }}
STORAGE_ORIGIN: {{ . | quote }}
{{- end }}
{{- if $gateway.tls.existingSecret }}
{{- if not (hasPrefix "https:" (include "po.publicUrl" .)) }}{{ fail "publicUrl must begin with https, as gateway.tls.existingSecret is given" }}{{ end }}
TLS_CERT_FILE: /secrets/tls/tls.crt
TLS_KEY_FILE: /secrets/tls/tls.key
{{- end }}
{{- if $gateway.limitStore.enabled }}
RATE_LIMIT_STORE_URL_FILE: /secrets/own/rate-limit-store-url
{{- end }}
{{- end -}}

{{/* Where browsers reach the bucket, as services/files/src/storage/s3-bucket.ts addresses it; empty for a folder. */}}
{{- define "po.storageOrigin" -}}
{{- $s3 := .Values.storage.s3 -}}
{{- $endpoint := $s3.publicEndpoint | default $s3.endpoint | default (printf "https://s3.%s.amazonaws.com" $s3.region) -}}
{{- $origin := regexFind "^https?://[^/]+" $endpoint -}}
{{- if $s3.bucket -}}
{{- if $s3.endpoint }}{{ $origin }}{{ else }}{{ $origin | replace "://" (printf "://%s." $s3.bucket) }}{{ end -}}
{{- end -}}
{{- end -}}

{{- define "po.mailSettings" -}}
{{- if .Values.mail.from }}
SMTP_URL_FILE: /secrets/own/smtp-url
{{- if .Values.certificates.mail }}
SMTP_CA_FILE: /certificates/mail.crt
{{- end }}
MAIL_FROM: {{ .Values.mail.from | quote }}
{{- else if .Values.trial }}
MAIL_DIR: /tmp/mail
{{- else }}
{{- fail "mail.from is missing: who sends invitations and links to choose a password" }}
{{- end }}
{{- end -}}

{{- define "po.sellerSettings" -}}
{{- $seller := .Values.seller -}}
{{- $isTrial := .Values.trial -}}
{{- if and (not $isTrial) (not $seller.name) }}{{ fail "seller.name is missing: who sells, on receipts" }}{{ end -}}
{{- if and (not $isTrial) (not $seller.address) }}{{ fail "seller.address is missing: the lines of the seller's address, on receipts" }}{{ end -}}
{{- /* Where VAT of the European Union is levied: isInUnion in libs/commerce/src/vat.ts. */ -}}
{{- $union := list "AT" "AX" "BE" "BG" "CY" "CZ" "DE" "DK" "EE" "ES" "FI" "FR" "GP" "GR" "HR" "HU" "IE" "IT" "LT" "LU" "LV" "MC" "MQ" "MT" "NL" "PL" "PT" "RE" "RO" "SE" "SI" "SK" -}}
{{- if and (not $isTrial) (has $seller.country $union) (not $seller.vat) }}{{ fail "seller.vat is missing: the VAT number of a seller in the European Union or Monaco, on invoices under reverse charge" }}{{ end }}
SELLER_NAME: {{ $seller.name | default "Trial seller" | quote }}
SELLER_ADDRESS: {{ $seller.address | default (list "1 Trial Street" "75001 Paris") | join "|" | quote }}
SELLER_VAT: {{ $seller.vat | default (ternary (printf "%s00000000000" $seller.country) "" $isTrial) | quote }}
{{- end -}}

{{- define "po.paymentSettings" -}}
PAYMENT_PROVIDER: {{ .Values.payments.provider }}
{{- if eq .Values.payments.provider "stripe" }}
STRIPE_SECRET_KEY_FILE: /secrets/own/stripe-secret-key
STRIPE_WEBHOOK_SECRET_FILE: /secrets/own/stripe-webhook-secret
{{- with .Values.payments.returnUrl }}
STRIPE_RETURN_URL: {{ . | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "po.storageSettings" -}}
{{- $s3 := .Values.storage.s3 -}}
{{- if $s3.bucket }}
S3_BUCKET: {{ $s3.bucket | quote }}
S3_REGION: {{ $s3.region | quote }}
{{- with $s3.endpoint }}
S3_ENDPOINT: {{ . | quote }}
{{- end }}
{{- with $s3.publicEndpoint }}
S3_PUBLIC_ENDPOINT: {{ . | quote }}
{{- end }}
{{- if .Values.certificates.storage }}
S3_CA_FILE: /certificates/storage.crt
{{- end }}
{{- if $s3.keys }}
S3_ACCESS_KEY_ID_FILE: /secrets/own/s3-access-key-id
S3_SECRET_ACCESS_KEY_FILE: /secrets/own/s3-secret-access-key
{{- end }}
{{- else if or .Values.storage.folder.existingClaim .Values.trial }}
FILES_DIR: /files
FILES_SIGNING_KEYS_FILE: /secrets/own/signing-keys
{{- else }}
{{- fail "storage.s3.bucket is missing: where files are stored (or storage.folder.existingClaim, or trial=true)" }}
{{- end }}
{{- end -}}
