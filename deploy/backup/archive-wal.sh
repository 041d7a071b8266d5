#!/bin/sh
# archive_command of PostgreSQL: stores one segment of the write-ahead log on disk, completely or not at all.
#   archive-wal.sh %p %f <archive folder>
set -eu
source=$1 name=$2 archive=$3
if [ -e "$archive/$name" ]; then
  # PostgreSQL repeats a segment if it crashed before it recorded the result. Other content belongs to another cluster.
  cmp -s "$source" "$archive/$name" && exit 0
  echo "archive-wal.sh: $archive/$name is there with another content: does another cluster archive here?" >&2
  exit 1
fi
cp "$source" "$archive/.$name.part"
sync "$archive/.$name.part"
mv "$archive/.$name.part" "$archive/$name"
sync "$archive"
