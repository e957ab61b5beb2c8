{{/* What the restricted Pod Security Standard asks of every pod. Takes [user id]. */}}
{{- define "po.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: {{ index . 0 }}
  runAsGroup: {{ index . 0 }}
  fsGroup: {{ index . 0 }}
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "po.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* Takes [root]. Where pods of the services may run. */}}
{{- define "po.placement" -}}
{{- $values := (index . 0).Values -}}
{{- with $values.image.pullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.pods.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.pods.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with $values.pods.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{/*
Takes [root, service], and "job" for what ends by itself: that has the least share of a busy node, so that it takes nothing from what answers requests; a rollback
runs the Jobs of the installation again. What the container of a service needs, whether it answers requests, migrates or makes the first admin.
*/}}
{{- define "po.container" -}}
{{- $root := index . 0 -}}{{- $service := index . 1 -}}
image: {{ include "po.image" . }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
securityContext: {{ include "po.containerSecurity" . | nindent 2 }}
{{- $resources := deepCopy (index $root.Values.services $service).resources }}
{{- if $root.Values.trial }}{{ $_ := mergeOverwrite $resources (dict "requests" (dict "cpu" $root.Values.trialParts.serviceCpu)) }}{{ end }}
{{- if gt (len .) 2 }}{{ $_ := mergeOverwrite $resources (dict "requests" (dict "cpu" "10m")) }}{{ end }}
resources: {{ toYaml $resources | nindent 2 }}
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: own, mountPath: /secrets/own, readOnly: true }
  - { name: public, mountPath: /secrets/public, readOnly: true }
  {{- if and (eq $service "gateway") $root.Values.gateway.tls.existingSecret }}
  - { name: tls, mountPath: /secrets/tls, readOnly: true }
  {{- end }}
  {{- if include "po.authorities" $root }}
  - { name: certificates, mountPath: /certificates, readOnly: true }
  {{- end }}
  {{- if eq (include "po.folderClaim" .) "" | not }}
  - { name: files, mountPath: /files }
  {{- end }}
{{- end -}}

{{- define "po.volumes" -}}
{{- $root := index . 0 -}}{{- $service := index . 1 -}}
- { name: tmp, emptyDir: {} }
- name: own
  projected:
    defaultMode: 0440
    sources:
      - secret: { name: {{ include "po.secret" . }} }
      {{- if ne (index . 1) "gateway" }}
      {{- range $for := list "database" "kafka" }}
      {{- with (index $root.Values $for).existingSecrets }}
      - secret: { name: {{ replace "{service}" $service . }}, items: [{ key: password, path: {{ $for }}-password }] }
      {{- end }}
      {{- end }}
      {{- end }}
- { name: public, configMap: { name: {{ include "po.publicKeys" $root }} } }
{{- with and (eq (index . 1) "gateway") $root.Values.gateway.tls.existingSecret }}
- { name: tls, secret: { secretName: {{ . }}, defaultMode: 0440 } }
{{- end }}
{{- with include "po.authorities" $root }}
- name: certificates
  projected:
    sources: {{- . | trim | nindent 6 }}
{{- end }}
{{- with include "po.folderClaim" . }}
- { name: files, persistentVolumeClaim: { claimName: {{ . }} } }
{{- end }}
{{- end -}}

{{/* The sources of /certificates: `ca.crt` is for all connections, the others for one kind each. Of a Secret nothing but that is mounted. */}}
{{- define "po.authorities" -}}
{{- with .Values.certificates.existingConfigMap }}
- configMap: { name: {{ . }} }
{{- end }}
{{- range $for, $of := omit .Values.certificates "existingConfigMap" }}
{{- with $of.existingSecret }}
- secret: { name: {{ . }}, items: [{ key: ca.crt, path: {{ $for }}.crt }] }
{{- end }}
{{- with $of.existingConfigMap }}
- configMap: { name: {{ . }}, items: [{ key: ca.crt, path: {{ $for }}.crt }] }
{{- end }}
{{- end }}
{{- end -}}

{{/* Takes [root, service]. The claim of the folder with the stored files; empty for a bucket, and for other services than files. */}}
{{- define "po.folderClaim" -}}
{{- $root := index . 0 -}}{{- $storage := $root.Values.storage -}}
{{- if and (eq (index . 1) "files") (not $storage.s3.bucket) -}}
{{- if $storage.folder.existingClaim }}{{ $storage.folder.existingClaim }}{{ else if $root.Values.trial }}{{ include "po.name" $root }}-files{{ end -}}
{{- end -}}
{{- end -}}

{{/* Takes [root, service]. The settings as a list of variables, with those that all pods get besides. */}}
{{- define "po.inlineSettings" -}}
{{- range $name, $value := include "po.settings" . | fromYaml }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- with (index . 0).Values.extraEnv }}
{{ toYaml . }}
{{- end }}
{{- end -}}
