#!/bin/sh
# Prepares a data folder that PostgreSQL recovers at its start: the newest base backup that ended before the given time,
# and the archive up to it. Run it as the account of PostgreSQL, while PostgreSQL is stopped.
#   restore.sh --backups <folder> --archive <folder> --data <new, empty data folder> [--time 2026-03-10T14:05:00Z]
# Without --time everything that was archived is recovered. Then start PostgreSQL, wait for its promotion, and run `node
# dist/cli.js restore:finish`: the service does not start before.
set -eu
backups='' archive='' data='' time=''
while [ $# -gt 0 ]; do
  case $1 in
    --backups) backups=$2 ;;
    --archive) archive=$2 ;;
    --data) data=$2 ;;
    --time) time=$2 ;;
    *) echo "restore.sh: $1 is no option" >&2; exit 64 ;;
  esac
  shift 2
done
[ -n "$backups" ] && [ -n "$archive" ] && [ -n "$data" ] || { sed -n '2,6s/^# //p' "$0" >&2; exit 64; }
case $time in
  '' | [0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]T[0-9][0-9]:[0-9][0-9]:*Z) ;;
  *) echo "restore.sh: --time is an instant in UTC, such as 2026-03-10T14:05:00Z" >&2; exit 64 ;;
esac
if [ -e "$data" ] && [ -n "$(ls -A "$data")" ]; then
  echo "restore.sh: $data is not empty. Move it away first: it may hold log that was not archived yet (pg_wal)" >&2
  exit 1
fi

chosen=''
for base in "$backups"/base/*/; do
  [ -e "$base/backup_ended" ] || continue
  # As text: times in UTC in one format sort chronologically. Fractions of a second are cut off.
  ended=$(cat "$base/backup_ended")
  if [ -z "$time" ] || [ "$(printf '%s\n%s\n' "$ended" "$(printf %s "$time" | cut -c1-19)Z" | sort | head -n 1)" = "$ended" ]; then
    chosen=$base
  fi
done
[ -n "$chosen" ] || { echo "restore.sh: no base backup in $backups/base ended before ${time:-now}" >&2; exit 1; }
. "$(dirname "$(readlink -f "$0")")/programs.sh"
prefer_version_of "$chosen"
pg_verifybackup --quiet --ignore=backup_ended "$chosen"

mkdir -p "$data"
chmod 700 "$data"
cp -Rp "$chosen." "$data/"
rm -f "$data/backup_ended" "$data/standby.signal"

# The backup may be of a server that was restored before; its old settings would end this recovery at their time.
auto=$data/postgresql.auto.conf
sed -i -E "/^# by restore\.sh|^include_if_exists = 'restore\.conf'|^(restore_command|recovery_(target[a-z_]*|end_command)|procurement\.restored) *=/d" "$auto"
{
  echo "# by restore.sh"
  echo "include_if_exists = 'restore.conf'"
  # The service reads this setting: it does not start until restore:finish has run after this time.
  echo "procurement.restored = '$(date -u +%Y-%m-%dT%H:%M:%SZ)'"
} >> "$auto"
{
  echo "# by restore.sh, for one recovery: PostgreSQL removes this file when it is promoted"
  echo "restore_command = 'cp \"$archive/%f\" \"%p\"'"
  echo "recovery_target_action = 'promote'"
  # PostgreSQL reads it before its time zone data, so it needs an offset instead of a zone name.
  [ -z "$time" ] || echo "recovery_target_time = '${time%Z}+00'"
  # A standby that is cloned later must not have these settings, or it would promote itself at the time of this restore.
  echo "recovery_end_command = 'sed -i /restore.conf/d postgresql.auto.conf && rm restore.conf'"
} > "$data/restore.conf"
touch "$data/recovery.signal"
echo "Restored from $chosen. Start PostgreSQL on $data; it is promoted when it has recovered${time:+ up to $time}."
