# syntax=docker/dockerfile:1
# One image for everything: the API, the worker, the migrations and the operator's commands (docs/releases.md).

# Give both images with their digests (node:24-bookworm-slim@sha256:...) to build on the same ones again.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim
ARG DEBIAN_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
ENV PUPPETEER_SKIP_DOWNLOAD=true
COPY package.json package-lock.json .npmrc .puppeteerrc.cjs ./
# Behind a proxy that inspects TLS the certificate of its authority comes as the secret `ca` (deploy/image/build.sh).
RUN --mount=type=secret,id=ca \
    if [ -f /run/secrets/ca ]; then export NODE_EXTRA_CA_CERTS=/run/secrets/ca; fi; npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY src ./src
COPY deploy/image/sbom.mjs deploy/image/
# Source maps, type declarations, manuals and libraries for another runtime (Bare) are half of the bytes of all packages.
RUN npm run build \
 && mkdir sbom && node deploy/image/sbom.mjs npm > sbom/npm.cdx.json \
 && npm prune --omit=dev --omit=optional --no-audit --no-fund \
 && find node_modules -type f \( -name '*.map' -o -name '*.d.[cm]ts' -o -name '*.d.ts' -o -name '*.bare' \
      -o -name '*.md' ! -iname '*licen[cs]e*' \) -delete

# Of Node.js only its program: the service needs no npm and no headers.
FROM ${DEBIAN_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/
# Orders are printed by Debian's Chromium without windows. It draws without a graphics card, so it needs no Mesa drivers and
# compiler (160 MB) and no checks of Vulkan calls (24 MB). Logs and caches of the installation differ each time.
# Fonts: the service embeds Latin, Greek, Cyrillic, Devanagari and Arabic. Of the packages with the other scripts dpkg unpacks one
# weight each (23 MB of 140): Chinese, Japanese and Korean in one file, Thai, Bengali, and emoji and symbols.
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node \
 && apt-get update \
 && apt-get install -y --no-install-recommends \
      -o Dpkg::Options::='--path-exclude=/usr/lib/chromium/libVkLayer_*' \
      -o Dpkg::Options::='--path-exclude=/usr/lib/chromium/libVkICD_*' \
      -o Dpkg::Options::='--path-exclude=/usr/share/fonts/*/noto/*' \
      -o Dpkg::Options::='--path-include=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' \
      -o Dpkg::Options::='--path-include=/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf' \
      -o Dpkg::Options::='--path-include=/usr/share/fonts/truetype/noto/NotoSansBengali-Regular.ttf' \
      chromium-headless-shell fonts-dejavu-core fonts-noto-cjk fonts-noto-core fonts-symbola tini \
 && dpkg --purge --force-depends libgl1-mesa-dri libllvm15 libz3-4 \
 && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/*.log /var/cache/apt /var/cache/debconf \
      /var/cache/fontconfig /var/cache/ldconfig /var/lib/dpkg/*-old
WORKDIR /app
# V8 collects before its heap is twice what the service needs (docs/performance.md, "Memory"). For large jobs it may grow to 768 MB.
ENV NODE_ENV=production \
    NODE_OPTIONS="--max-old-space-size=768 --max-semi-space-size=8" \
    HOST=0.0.0.0 \
    PORT=3000 \
    ADMIN_HOST=0.0.0.0 \
    ADMIN_PORT=3001 \
    HOME=/tmp \
    PUPPETEER_EXECUTABLE_PATH=/usr/lib/chromium/chromium-headless-shell \
    STORAGE_PATH=/data/documents \
    MAIL_FOLDER=/data/mail
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The guide's pages, served at /docs/guide, and the documents at /openapi.
COPY docs/guide ./docs/guide
COPY openapi ./openapi
# What is in here, package by package.
COPY --from=build /app/sbom ./sbom
RUN --mount=type=bind,from=build,source=/app/deploy/image,target=/mnt node /mnt/sbom.mjs debian > sbom/debian.cdx.json \
 && mkdir -p /data && chown node:node /data
# Nothing is written outside these two, so the root file system may be read-only.
VOLUME ["/data", "/tmp"]
USER node
# The API, and apart from it health and metrics, which are not for the public. A worker has the latter alone.
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.ADMIN_PORT || 3001) + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Of which release and commit this is: deploy/image/build.sh says both. Last, for they change most often.
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Procurement Service" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}"
# tini reaps the browser's children and passes SIGTERM on.
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/main.js"]
