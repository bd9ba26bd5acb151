#!/usr/bin/env bash
# Reads each deployment file with the program that will read it, where this machine has that program. npm test holds
# these files against the service's settings; this is for who changes them: deploy/check.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

failed=0
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT

# check NAME PROGRAM COMMAND…: of docker, which is nothing without its plugins, the program is "docker PLUGIN".
check() {
  local name="$1" program="$2"
  shift 2
  if ! is_there $program; then
    echo "skipped  $name: there is no $program"
  elif "$@" > "$folder/output" 2>&1; then
    echo "ok       $name"
  else
    echo "FAULT    $name"
    sed 's/^/         /' "$folder/output"
    failed=1
  fi
}

is_there() {
  command -v "$1" > /dev/null && { [ $# -eq 1 ] || "$1" "$2" version > /dev/null 2>&1; }
}

# nginx wants a whole configuration and a certificate that is there.
nginx_config() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=pay.example.com \
    -keyout "$folder/key.pem" -out "$folder/cert.pem" 2> /dev/null
  sed -e "s#/etc/letsencrypt/live/pay.example.com/fullchain.pem#$folder/cert.pem#" \
    -e "s#/etc/letsencrypt/live/pay.example.com/privkey.pem#$folder/key.pem#" deploy/nginx.conf > "$folder/site.conf"
  local temp=""
  for kind in client_body proxy fastcgi uwsgi scgi; do temp+="${kind}_temp_path $folder/$kind; "; done
  printf 'pid %s/pid; error_log stderr; events {} http { access_log off; %s include %s/site.conf; }\n' \
    "$folder" "$temp" "$folder" > "$folder/nginx.conf"
  nginx -t -c "$folder/nginx.conf"
}

# systemd-analyze looks for the unit's folder, which this machine need not have.
systemd_unit() {
  sed -e "s#/opt/stablecoin-checkout#$PWD#" deploy/checkout.service > "$folder/checkout.service"
  systemd-analyze verify --man=no "$folder/checkout.service"
}

compose_config() {
  env POSTGRES_PASSWORD=a INNGEST_EVENT_KEY=b INNGEST_SIGNING_KEY=c INNGEST_POSTGRES_PASSWORD=d \
    docker compose --file compose.yaml --env-file /dev/null config --quiet --no-env-resolution
}

check "Dockerfile" "docker buildx" docker buildx build --check .
check "compose.yaml" "docker compose" compose_config
# The secret of the example, from a file with quotation marks and line ends of Windows.
kubernetes_secret() {
  printf "BASE_URL=https://pay.example.com\r\nCHAINS='[]'\r\n" > "$folder/production.env"
  kubectl create secret generic checkout --from-env-file="$folder/production.env" --dry-run=client --output yaml
}

check "Kubernetes, its secret" kubectl kubernetes_secret
check "Kubernetes" kubectl kubectl kustomize deploy/kubernetes
check "Kubernetes, by its schemas" kubeconform kubeconform -strict deploy/kubernetes/checkout.yaml
check "systemd" systemd-analyze systemd_unit
check "Caddy" caddy caddy validate --adapter caddyfile --config deploy/Caddyfile
check "nginx" nginx nginx_config
check "alerts" promtool promtool check rules --lint=all --lint-fatal docs/alerts.yaml
exit "$failed"
