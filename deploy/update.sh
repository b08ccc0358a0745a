#!/bin/sh
# Restarts the processes of Ludarium one after the other, so that people can play on meanwhile (with PostgreSQL):
#   deploy/update.sh systemd 8765 8766   services ludarium@8765 and ludarium@8766
#   deploy/update.sh compose web1 web2   services of deploy/compose.yaml, from the newest image
# Install the new version first. A process is stopped only while all others are ready; if one does not get ready, the
# rest is left alone and the exit code is 1.
set -u

patience=${PATIENCE:-120}               # seconds until a process must be ready
compose=${COMPOSE:-docker compose}      # or: podman-compose
here=$(dirname "$0")

say() { echo "$*" >&2; }

restart() {
  case $way in
    systemd) systemctl restart "ludarium@$1" ;;
    compose) $compose -f "$here/compose.yaml" up -d --no-deps --force-recreate "$1" ;;
  esac
}

is_ready() {
  case $way in
    systemd) curl --silent --fail --max-time 6 --output /dev/null "http://127.0.0.1:$1/readyz" ;;
    compose) $compose -f "$here/compose.yaml" exec -T "$1" python -c \
      "from urllib.request import urlopen; urlopen('http://127.0.0.1:8765/readyz', timeout=5)" > /dev/null 2>&1 ;;
  esac
}

wait_until_ready() {
  end=$(($(date +%s) + patience))
  until is_ready "$1"; do
    [ "$(date +%s)" -lt "$end" ] || return 1
    sleep 0.5
  done
}

way=${1:-}
case $way in systemd | compose) shift ;; *) set -- ;; esac
if [ $# -lt 2 ]; then
  say "Say how it runs and which processes there are: $0 systemd 8765 8766, or $0 compose web1 web2."
  exit 2
fi
for one in "$@"; do
  if ! is_ready "$one"; then
    say "$one isn't ready, so none was stopped. Look at its log, start it, and try again."
    exit 1
  fi
done
for one in "$@"; do
  say "Restarting $one…"
  if ! restart "$one" || ! wait_until_ready "$one"; then
    say "$one didn't get ready within $patience s. The others were left as they are. Look at its log."
    exit 1
  fi
  say "$one is ready."
done
