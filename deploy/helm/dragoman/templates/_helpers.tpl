{{- define "dragoman.labels" -}}
app.kubernetes.io/name: dragoman
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The labels that select the pods of a component: (dict "root" $ "component" "server") */}}
{{- define "dragoman.selector" -}}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end }}

{{- define "dragoman.pod" -}}
{{- with .root }}
serviceAccountName: {{ .Values.serviceAccount.name | default (ternary .Release.Name "default" .Values.serviceAccount.create) }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
automountServiceAccountToken: false
{{- end }}
topologySpreadConstraints:
  {{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "dragoman.selector" $ | nindent 8 }}
  {{- end }}
terminationGracePeriodSeconds: 60
volumes:
  - name: data
    emptyDir: { sizeLimit: {{ .root.Values.models.size }} }
  - name: tmp
    emptyDir: {}
{{- end }}

{{- define "dragoman.container" -}}
{{- with .Values.image }}
image: "{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}"
{{- end }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
env:
  - { name: PUBLIC_URL, value: {{ required "publicUrl is required" .Values.publicUrl | quote }} }
  - { name: TRUSTED_PROXIES, value: {{ required "trustedProxies is required" .Values.trustedProxies | quote }} }
  - { name: JOBS, value: external }
  - { name: WORKER_PORT, value: "9464" }
  {{- range $name, $value := .Values.env }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
envFrom:
  - secretRef: { name: {{ required "existingSecret is required" .Values.existingSecret }} }
volumeMounts:
  - { name: data, mountPath: /data }
  - { name: tmp, mountPath: /tmp }
{{- end }}
