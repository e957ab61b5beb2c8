# The cluster, and the images in it.
# shellcheck shell=bash disable=SC2154

# A run that was cut off leaves its cluster. By now a number in its list of processes may be another's.
clear_away() {
  [ -e "$RUN/pids" ] || return 0
  local name pid
  while read -r name pid; do
    if grep -qaF -e "$K8S_HOME" -e "$kit" "/proc/$pid/cmdline" 2> /dev/null; then echo "$name $pid"; fi
  done < "$RUN/pids" > "$work/pids"
  cp "$work/pids" "$RUN/pids" && "$kit/9-down.sh"
}

up() {
  clear_away || return 1
  # What Docker needs is there; a newer one would restart it.
  "$kit/0-packages.sh" && tar xJf "$kit/bin.tar.xz" -C "$BIN" && "$kit/2-images.sh" && "$kit/3-up.sh"
}

bring_images() {
  local images=() service
  for service in "${services[@]}"; do
    docker tag "partner-ordering/$service:$IMAGE_TAG" "partner-ordering/$service:$IMAGE_TAG-next" || return 1
    images+=("partner-ordering/$service:$IMAGE_TAG" "partner-ordering/$service:$IMAGE_TAG-next")
  done
  docker save "${images[@]}" "$POSTGRES_IMAGE" "$KAFKA_IMAGE" | ctr -a "$CTD_SOCK" -n k8s.io images import -
}

user_of() { docker run --rm --entrypoint sh "$1" -c "id -u $2"; }

# The cluster makes no volumes by itself.
volumes() {
  local volume
  rm -rf "$K8S_HOME/volumes"
  for volume in a b c; do
    kubectl delete pv "$namespace-$volume" --ignore-not-found
    mkdir -p "$K8S_HOME/volumes/$volume" && chmod 777 "$K8S_HOME/volumes/$volume"
    kubectl apply -f - <<YAML || return 1
apiVersion: v1
kind: PersistentVolume
metadata: { name: $namespace-$volume }
spec: { capacity: { storage: 3Gi }, accessModes: [ReadWriteOnce], persistentVolumeReclaimPolicy: Retain, hostPath: { path: $K8S_HOME/volumes/$volume } }
YAML
  done
}

if ! { [ -n "${KEEP_CLUSTER:-}" ] && kubectl get --raw /readyz > /dev/null 2>&1; }; then check 'the cluster starts' up || exit 1; fi
check 'the images are brought in' bring_images || exit 1
# The load comes from one user, and stands for many. What enforces the policies here knows no IPv6.
# shellcheck disable=SC2034,SC2054 # the commas are of Helm
trial=(--set trial=true,networkPolicies.ipv6=false --set "image.tag=$IMAGE_TAG" --set services.gateway.settings.REQUESTS_AT_ONCE_PER_USER=1000,services.gateway.settings.REQUESTS_AT_ONCE_PER_ADDRESS=1000,services.gateway.settings.CONNECTIONS_PER_ADDRESS=5000
  --set services.gateway.settings.RATE_LIMIT_PER_MINUTE=0,services.gateway.settings.APPLICATION_RATE_LIMIT_PER_MINUTE=0,services.gateway.settings.ORGANIZATION_RATE_LIMIT_PER_MINUTE=0
  --set "trialParts.postgresql.image=$POSTGRES_IMAGE,trialParts.postgresql.userId=$(user_of "$POSTGRES_IMAGE" postgres)"
  --set "trialParts.kafka.image=$KAFKA_IMAGE,trialParts.kafka.userId=$(user_of "$KAFKA_IMAGE" '')")

kubectl delete namespace "$namespace" --ignore-not-found > /dev/null 2>&1
kubectl create namespace "$namespace" > /dev/null && kubectl label namespace "$namespace" pod-security.kubernetes.io/enforce=restricted > /dev/null
