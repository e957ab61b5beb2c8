# Shared by .ci/run and .ci/full, which read it from the root of the clone. Last line of both: `N passed, N failed`, summed over the suites;
# a step that fails without a suite counts as one failed.
# shellcheck shell=bash
export CI=true REDOCLY_TELEMETRY=off PACT_DO_NOT_TRACK=true NX_DAEMON=false NX_NO_CLOUD=true NX_TUI=false DEBIAN_FRONTEND=noninteractive
# A clone made by another user is still ours to check.
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
# A test file that fails once and holds when it runs again is flaky. So many are let through; each is to be mended.
MOST_FLAKY_FILES=3
passed=0 failed=0 skipped=0 flaky=()

finish() {
  local line
  echo
  [ ${#flaky[@]} -eq 0 ] || printf '%s\n' "${flaky[@]}"
  if [ ${#flaky[@]} -gt "$MOST_FLAKY_FILES" ]; then
    echo "== failed: more than $MOST_FLAKY_FILES flaky files"
    failed=$((failed + 1))
  fi
  line="$passed passed, $failed failed"
  [ "$skipped" -gt 0 ] && line="$line, $skipped skipped"
  echo "$line"
  [ "$failed" -eq 0 ] || exit 1
  exit 0
}

step() { # step <title> <command...>: a step without tests of its own
  echo "== $1 ($SECONDS s)"
  if ! "${@:2}"; then
    echo "== failed: $1"
    failed=$((failed + 1))
    return 1
  fi
}

suite() { # suite <title> <command...>: its last line `N passed, N failed` is added up
  local log status closing line
  log=$(mktemp)
  echo "== $1 ($SECONDS s)"
  "${@:2}" 2>&1 | tee "$log"
  status=${PIPESTATUS[0]}
  closing=$(grep -E '^[0-9]+ passed, [0-9]+ failed(, [0-9]+ skipped)?$' "$log" | tail -n 1)
  while read -r line; do flaky+=("$line"); done < <(grep '^== flaky: ' "$log" | sort -u)
  rm -f "$log"
  if [[ $closing =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)?$ ]]; then
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + BASH_REMATCH[2])) skipped=$((skipped + ${BASH_REMATCH[4]:-0}))
    if [ "$status" -ne 0 ] && [ "${BASH_REMATCH[2]}" -eq 0 ]; then
      echo "== failed: $1"
      failed=$((failed + 1))
    fi
  else
    echo "== failed: $1"
    failed=$((failed + 1))
  fi
}

skip() { # skip <title> <reason>
  echo "== skipped: $1: $2"
  skipped=$((skipped + 1))
}

has() { command -v "$1" >/dev/null 2>&1; }

apt_install() {
  if ! has apt-get || [ "$(id -u)" -ne 0 ]; then
    echo "missing, and only root on Debian can install it here: $*" >&2
    return 1
  fi
  [ -n "${apt_updated:-}" ] || apt-get update -q || return 1
  apt_updated=yes
  apt-get install -q -y --no-install-recommends "$@"
}

has_go() { has go && [[ $(go env GOVERSION) =~ ^go1\.([0-9]+) ]] && [ "${BASH_REMATCH[1]}" -ge 26 ]; }

# Debian's Go is old too, but it fetches a new one from Go's module proxy, checked by Go's checksum database.
install_go() {
  local folder
  has go || apt_install golang-go ca-certificates || return 1
  folder=$(go mod download -json "golang.org/toolchain@v0.0.1-go1.26.8.$(go env GOOS)-$(go env GOARCH)" | sed -nE 's/^.*"Dir": "(.*)".*$/\1/p')
  [ -d "$folder" ] || return 1
  chmod -R a+x "$folder/bin" "$folder/pkg/tool" || return 1
  export PATH="$folder/bin:$PATH" GOTOOLCHAIN=local
  hash -r
  has_go
}
