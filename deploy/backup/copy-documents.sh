#!/bin/sh
# Copies the documents on disk that the copy lacks. Run it every few minutes, and after a base backup, never only before: what the
# database points to was stored before it. A file is written once and never changed, so one that is there is right.
#   copy-documents.sh <STORAGE_PATH> <folder of the copy>
set -eu
documents=$1 copy=$2
[ -d "$documents" ] || { echo "copy-documents.sh: there is no folder $documents: is it mounted?" >&2; exit 1; }
mkdir -p "$copy"
(cd "$documents" && find . -type f ! -name '*.part') | while IFS= read -r file; do
  [ -e "$copy/$file" ] && continue
  mkdir -p "$(dirname "$copy/$file")"
  if ! cp -p "$documents/$file" "$copy/$file.part"; then
    # One that was removed meanwhile is none that anybody misses. Anything else ends the copying.
    rm -f "$copy/$file.part"
    [ ! -e "$documents/$file" ] && continue
    exit 1
  fi
  # Whole under its name, or not there at all.
  mv "$copy/$file.part" "$copy/$file"
done
sync
