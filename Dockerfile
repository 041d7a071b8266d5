# syntax=docker/dockerfile:1
# One image for everything: the API, the worker, the migrations and the operator's commands (docs/releases.md).

# Name the base with its digest (node:24-bookworm-slim@sha256:...), and what is built is always built on the same.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm-slim

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
RUN npm run build \
 && mkdir sbom && node deploy/image/sbom.mjs npm > sbom/npm.cdx.json \
 && npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM ${NODE_IMAGE}
# The order's PDF: Debian's Chromium without its windows. Without a graphics card it draws with a library of its own, so that
# Mesa's drivers and their compiler (160 MB) may go. What an installation logs and caches differs each time and is of no use.
# Fonts: the service embeds Latin, Greek, Cyrillic, Devanagari and Arabic. Of the packages with the other scripts dpkg unpacks one
# weight each (23 MB of 140): Chinese, Japanese and Korean in one file, Thai, Bengali, and emoji and symbols.
RUN apt-get update \
 && apt-get install -y --no-install-recommends \
      -o Dpkg::Options::='--path-exclude=/usr/share/fonts/*/noto/*' \
      -o Dpkg::Options::='--path-include=/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc' \
      -o Dpkg::Options::='--path-include=/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf' \
      -o Dpkg::Options::='--path-include=/usr/share/fonts/truetype/noto/NotoSansBengali-Regular.ttf' \
      chromium-headless-shell fonts-dejavu-core fonts-noto-cjk fonts-noto-core fonts-symbola tini \
 && dpkg --purge --force-depends libgl1-mesa-dri libllvm15 libz3-4 \
 && rm -rf /var/lib/apt/lists/* /var/log/apt /var/log/*.log /var/cache/apt /var/cache/debconf \
      /var/cache/fontconfig /var/cache/ldconfig /var/lib/dpkg/*-old
WORKDIR /app
ENV NODE_ENV=production \
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
