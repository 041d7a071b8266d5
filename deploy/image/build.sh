#!/usr/bin/env bash
# Builds the image of the commit that is checked out. The same commit on the same base with the same packages of Debian gives
# the same content, and with buildah the same image, whose id is printed.
#
#   deploy/image/build.sh [name]
#
# NODE_IMAGE   the base, best with its digest: node:24-bookworm-slim@sha256:...
# BUILD_CA     a file with the authority of a proxy that inspects TLS; it is not kept in the image
# BUILDER      docker (with buildx; if not set), or buildah
set -euo pipefail
cd "$(dirname "$0")/../.."
name=${1:-procurement-service}

version=$(node -p 'require("./package.json").version')
revision=$(git rev-parse HEAD)
# A change that no commit has is said: nobody could build this again.
[ -z "$(git status --porcelain)" ] || revision+=-modified
# Files carry the time of the commit, whenever they are built.
epoch=$(git log -1 --format=%ct)

arguments=(--build-arg "VERSION=$version" --build-arg "REVISION=$revision" ${NODE_IMAGE:+--build-arg "NODE_IMAGE=$NODE_IMAGE"}
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
