#!/bin/sh
# archive_command of PostgreSQL: keeps one segment of the write-ahead log, whole and on disk or not at all.
#   archive-wal.sh %p %f <archive folder>
set -eu
source=$1 name=$2 archive=$3
if [ -e "$archive/$name" ]; then
  # PostgreSQL asks again for a segment when it crashed before it noted the answer. Another content is another cluster's.
  cmp -s "$source" "$archive/$name" && exit 0
  echo "archive-wal.sh: $archive/$name is there with another content: does another cluster archive here?" >&2
  exit 1
fi
cp "$source" "$archive/.$name.part"
sync "$archive/.$name.part"
mv "$archive/.$name.part" "$archive/$name"
sync "$archive"
