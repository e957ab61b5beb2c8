#!/usr/bin/env bash
# Backup and restore of a PostgreSQL server with its own tools; docs/operators/backup.md says when. Runs as the server's user, with GNU date.
#   BACKUP_DIR=…    where backups are kept: base/<time of their end, UTC> and wal/; not on the disk of the server
# backup.sh archive <path> <name>          keeps one file of WAL: archive_command = 'BACKUP_DIR=… backup.sh archive %p %f'
# backup.sh base                           a base backup of the server that PGHOST, PGUSER … name (the user has REPLICATION)
# backup.sh restore <folder> [<time>]      makes an empty folder a data folder that a server recovers when it starts, up to <time>
#                                          ('2026-11-21 10:00:00+00'), else to the end of what was kept. WAL_FROM=<pg_wal of the old
#                                          data folder>, where it still can be read, adds what was not archived yet.
# backup.sh remove <days>                  removes what is not needed to go back to any moment of the last <days>
set -euo pipefail
umask 077
fail() { echo "backup.sh: $*" >&2; exit 1; }
dir=${BACKUP_DIR:?BACKUP_DIR is missing: where backups are kept}
mkdir -p "$dir/base" "$dir/wal"

archive() {
  local from=$1 to="$dir/wal/$2"
  if [ -e "$to" ]; then cmp -s "$from" "$to" || fail "$to is there already and differs: another server archives to this folder"; return; fi
  cp "$from" "$to.new"
  sync "$to.new"
  mv "$to.new" "$to"
  sync "$dir/wal"
}

base() {
  local new="$dir/base/.new" name
  rm -rf "$new"
  pg_basebackup --pgdata "$new" --wal-method stream --checkpoint fast --no-password
  pg_verifybackup --quiet "$new"
  name=$(date -u +%Y%m%dT%H%M%SZ)
  mv "$new" "$dir/base/$name"
  sync "$dir/base"
  echo "$dir/base/$name"
}

bases() { find "$dir/base" -mindepth 1 -maxdepth 1 -name '2*Z' -printf '%f\n' | sort; }

restore() {
  local folder=$1 time=${2:-} until=9 base settings
  [ -z "$(ls -A "$folder" 2> /dev/null)" ] || fail "$folder is not empty"
  if [ -n "$time" ]; then until=$(date -u -d "$time" +%Y%m%dT%H%M%SZ) || fail "'$time' is no time"; fi
  base=$(bases | awk -v until="$until" '$0 < until' | tail -n 1)
  [ -n "$base" ] || fail "no base backup in $dir/base ended before ${time:-now}"
  mkdir -p "$folder"
  cp -a "$dir/base/$base/." "$folder"
  chmod 700 "$folder"
  if [ -n "${WAL_FROM:-}" ]; then find "$WAL_FROM" -maxdepth 1 -type f -exec cp -a {} "$folder/pg_wal/" \; ; fi
  settings="$folder/postgresql.auto.conf"
  # The server that was backed up may have been restored itself.
  sed -i -E '/^(restore_command|recovery_target[a-z_]*) /d' "$settings"
  {
    echo "restore_command = 'cp \"$dir/wal/%f\" \"%p\"'"
    if [ -n "$time" ]; then echo "recovery_target_time = '$time'"; fi
    echo "recovery_target_action = 'promote'"
  } >> "$settings"
  touch "$folder/recovery.signal"
  echo "$folder is made from $base; start its server, and wait until 'select pg_is_in_recovery()' is false"
}

remove() {
  local days=$1 before kept
  [[ "$days" =~ ^[0-9]+$ ]] || fail "'$days' is no number of days"
  before=$(date -u -d "$days days ago" +%Y%m%dT%H%M%SZ)
  # The newest that ended before is needed for the time between it and the next one.
  for kept in $(bases | awk -v before="$before" '$0 < before' | head -n -1); do rm -r "${dir:?}/base/$kept"; done
  kept=$(bases | head -n 1)
  [ -n "$kept" ] || return 0
  pg_archivecleanup "$dir/wal" "$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$dir/base/$kept/backup_label")"
}

case "${1:-} $#" in
  'archive 3' | 'base 1' | 'restore 2' | 'restore 3' | 'remove 2') "$@" ;;
  *) sed -n '/^# backup.sh [a-z]* /s/^# //p' "$0" >&2; exit 2 ;;
esac
