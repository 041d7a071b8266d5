# Runs a command like a container of the image: with a read-only root, the required folders of this machine at the same
# paths, the project at /app, and the mounts of the pod. Must be called in a new mount namespace.
#
#   sh container.sh <root> <project> <folder of node> <user or -> <mount>=<source>... -- <command>...
set -eu
root=$1 project=$2 node=$3 user=$4
shift 4

mount -t tmpfs -o mode=755 container "$root"
for folder in usr bin sbin lib lib64 etc opt dev proc sys "${node#/}"; do
  [ -d "/$folder" ] || continue
  if [ -L "/$folder" ]; then
    mkdir -p "$root/$(dirname "$folder")" && cp -P "/$folder" "$root/$folder"
  else
    mkdir -p "$root/$folder" && mount --rbind "/$folder" "$root/$folder"
  fi
done
# The paths that the Dockerfile copies.
for path in package.json node_modules dist docs/guide openapi; do
  if [ -d "$project/$path" ]; then mkdir -p "$root/app/$path"; else mkdir -p "$root/app" && : >"$root/app/$path"; fi
  mount --bind "$project/$path" "$root/app/$path"
done
for path in package.json node_modules dist docs/guide openapi; do mount -o remount,bind,ro "$root/app/$path"; done
for folder in usr bin sbin lib lib64 etc opt "${node#/}"; do
  if [ -d "/$folder" ] && [ ! -L "/$folder" ]; then mount -o remount,bind,ro "$root/$folder"; fi
done
while [ "$1" != -- ]; do
  mkdir -p "$root${1%%=*}"
  mount --bind "${1#*=}" "$root${1%%=*}"
  shift
done
shift
mount -o remount,ro "$root"

# Drops all privileges, prevents new ones, and ends with the process that started it.
[ "$user" = - ] || set -- --reuid="$user" --regid="$user" --clear-groups "$@"
exec chroot "$root" sh -c 'cd /app && exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all --pdeathsig KILL "$@"' sh "$@"
