#!/bin/sh
# Copies documents that are missing in the copy. Run it every few minutes, and also after each base backup, so that
# every document in the database is copied. Files never change after they are written, so existing ones are skipped.
#   copy-documents.sh <STORAGE_PATH> <folder of the copy>
set -eu
documents=$1 copy=$2
[ -d "$documents" ] || { echo "copy-documents.sh: there is no folder $documents: is it mounted?" >&2; exit 1; }
mkdir -p "$copy"
(cd "$documents" && find . -type f ! -name '*.part') | while IFS= read -r file; do
  [ -e "$copy/$file" ] && continue
  mkdir -p "$(dirname "$copy/$file")"
  if ! cp -p "$documents/$file" "$copy/$file.part"; then
    # A file that was removed meanwhile is not needed. Any other error ends the copying.
    rm -f "$copy/$file.part"
    [ ! -e "$documents/$file" ] && continue
    exit 1
  fi
  # Appears under its name only when it is complete.
  mv "$copy/$file.part" "$copy/$file"
done
sync
