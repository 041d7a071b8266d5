#!/usr/bin/env bash
# Builds the image of the checked-out commit. The same commit, base and Debian packages produce the same content, and
# with buildah the same image, whose id is printed.
#
#   deploy/image/build.sh [name]
#
#   NODE_IMAGE   builds and supplies Node.js, best with its digest: node:24-bookworm-slim@sha256:...
#   DEBIAN_IMAGE the base, best with its digest: debian:bookworm-slim@sha256:...
#   BUILD_CA     a file with the CA of a proxy that inspects TLS; it is not stored in the image
#   BUILDER      docker (with buildx; if not set), or buildah
set -euo pipefail
cd "$(dirname "$0")/../.."
name=${1:-procurement-service}

version=$(node -p 'require("./package.json").version')
revision=$(git rev-parse HEAD)
# Warns about uncommitted changes, because the image could not be reproduced.
[ -z "$(git status --porcelain)" ] || revision+=-modified
# Files have the time of the commit, independent of the build time.
epoch=$(git log -1 --format=%ct)

arguments=(--build-arg "VERSION=$version" --build-arg "REVISION=$revision" ${NODE_IMAGE:+--build-arg "NODE_IMAGE=$NODE_IMAGE"}
  ${DEBIAN_IMAGE:+--build-arg "DEBIAN_IMAGE=$DEBIAN_IMAGE"}
  ${BUILD_CA:+--secret "id=ca,src=$BUILD_CA"})
case ${BUILDER:-docker} in
  docker)
    SOURCE_DATE_EPOCH=$epoch docker buildx build --provenance=false "${arguments[@]}" \
      --output "type=docker,name=$name:$version,rewrite-timestamp=true" .
    docker image inspect --format '{{.Id}}' "$name:$version"
    ;;
  buildah)
    buildah bud --ulimit "nofile=$(ulimit -Hn):$(ulimit -Hn)" --timestamp "$epoch" "${arguments[@]}" --tag "$name:$version" .
    buildah inspect --type image --format '{{.FromImageID}}' "$name:$version"
    ;;
  *)
    echo "BUILDER: must be docker or buildah" >&2
    exit 64
    ;;
esac
