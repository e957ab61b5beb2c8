{{/* Takes the root. The name that all resources begin with. */}}
{{- define "po.name" -}}
{{- $name := .Release.Name -}}
{{- if not (contains .Chart.Name $name) }}{{ $name = printf "%s-%s" $name .Chart.Name }}{{ end -}}
{{- .Values.fullnameOverride | default $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{/* The services behind the gateway, as a YAML list; what files/service-calls.yaml names. */}}
{{- define "po.services" -}}
{{- $all := .Files.Get "files/service-calls.yaml" | fromYaml -}}
{{- without (keys $all | sortAlpha) "gateway" | toYaml -}}
{{- end -}}

{{/* Takes [root, component, process]. What a process is: `service` answers requests; `migration`, `admin`, `command` (run-command.sh), `trial` and `test` do not; empty for what belongs to several. */}}
{{- define "po.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 }}
{{- with index . 2 }}
partner-ordering/process: {{ . }}
{{- end }}
{{- end -}}

{{- define "po.labels" -}}
{{- $root := index . 0 -}}
{{ include "po.selector" . }}
app.kubernetes.io/name: partner-ordering
app.kubernetes.io/part-of: partner-ordering
{{- $version := eq (index . 2) "trial" | ternary $root.Chart.AppVersion ($root.Values.image.tag | default $root.Chart.AppVersion) }}
app.kubernetes.io/version: {{ regexReplaceAll "[^A-Za-z0-9._-]+" $version "-" | trunc 63 | trimAll "-._" | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name $root.Chart.Version }}
{{- end -}}

{{/* Takes [root, service]. */}}
{{- define "po.image" -}}
{{- $root := index . 0 -}}{{- with $root.Values.image -}}
{{- if .registry }}{{ .registry }}/{{ end }}{{ .repository }}/{{ index $ 1 }}:{{ .tag | default $root.Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/* Takes [root, service]. The Secret with all that this service alone may know. */}}
{{- define "po.secret" -}}
{{- $root := index . 0 -}}{{- $service := index . 1 -}}
{{- $given := (index $root.Values.services $service).existingSecret -}}
{{- if $given }}{{ $given }}
{{- else if $root.Values.trial }}{{ include "po.name" $root }}-{{ $service }}
{{- else }}{{ fail (printf "services.%s.existingSecret is missing: the Secret with what %s alone may know, see the chart's README (or trial=true)" $service $service) }}
{{- end -}}
{{- end -}}

{{- define "po.publicKeys" -}}
{{- if .Values.publicKeys.existingConfigMap }}{{ .Values.publicKeys.existingConfigMap }}
{{- else if .Values.trial }}{{ include "po.name" . }}-public-keys
{{- else }}{{ fail "publicKeys.existingConfigMap is missing: the ConfigMap with the public keys of all services, see the chart's README (or trial=true)" }}
{{- end -}}
{{- end -}}

{{/* The Secret of the first admin; empty when there shall be none. */}}
{{- define "po.adminSecret" -}}
{{- if .Values.admin.existingSecret }}{{ .Values.admin.existingSecret }}{{ else if .Values.trial }}{{ include "po.name" . }}-admin{{ end -}}
{{- end -}}

{{/* Where the pod of `helm test` receives a webhook; empty for nowhere. */}}
{{- define "po.testOrigin" -}}
{{- $webhook := .Values.test.webhook -}}
{{- $isOn := kindIs "invalid" $webhook.enabled | ternary .Values.trial $webhook.enabled -}}
{{- if and $isOn (include "po.adminSecret" .) }}http://{{ include "po.name" . }}-test:{{ $webhook.port }}{{ end -}}
{{- end -}}

{{- define "po.publicUrl" -}}
{{- if .Values.publicUrl }}{{ .Values.publicUrl | trimSuffix "/" }}
{{- else if .Values.trial }}http://localhost:8080
{{- else }}{{ fail "publicUrl is missing: the address that clients use, as https://orders.example.org" }}
{{- end -}}
{{- end -}}

{{/* Takes [root, service]. How many pods: the service's own number, else that of all, else 2, or 1 in a trial. */}}
{{- define "po.replicas" -}}
{{- $root := index . 0 -}}{{- $own := (index $root.Values.services (index . 1)).replicas -}}
{{- if not (kindIs "invalid" $own) }}{{ $own }}
{{- else if not (kindIs "invalid" $root.Values.replicas) }}{{ $root.Values.replicas }}
{{- else if $root.Values.trial }}1{{ else }}2{{ end -}}
{{- end -}}

{{/* Takes [root, service]. How a service is spoken to within the cluster. */}}
{{- define "po.scheme" -}}
{{- ternary "https" "http" (and (eq (index . 1) "gateway") (ne (index . 0).Values.gateway.tls.existingSecret "")) -}}
{{- end -}}
