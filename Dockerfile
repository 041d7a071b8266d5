# syntax=docker/dockerfile:1
# One image for everything: the API, the worker, the migrations and the operator's commands.

FROM docker.io/library/node:24-bookworm-slim AS build
WORKDIR /app
ENV PUPPETEER_SKIP_DOWNLOAD=true
COPY package.json package-lock.json .npmrc .puppeteerrc.cjs ./
RUN npm ci --no-audit --no-fund
COPY nest-cli.json tsconfig.json tsconfig.build.json ormconfig.ts ./
COPY src ./src
RUN npm run build && rm -rf dist/dev && npm prune --omit=dev --omit=optional --no-audit --no-fund

FROM docker.io/library/node:24-bookworm-slim
# The order's PDF: Debian's Chromium, and one font so that text we do not embed a font for still shows.
RUN apt-get update \
 && apt-get install -y --no-install-recommends chromium fonts-dejavu-core tini \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=3000 \
    ADMIN_HOST=0.0.0.0 \
    ADMIN_PORT=3001 \
    HOME=/tmp \
    PUPPETEER_EXECUTABLE_PATH=/usr/bin/chromium \
    STORAGE_PATH=/data/documents \
    MAIL_FOLDER=/data/mail
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The guide's pages, served at /docs/guide.
COPY docs/guide ./docs/guide
RUN mkdir -p /data && chown node:node /data
# Nothing is written outside these two, so the root file system may be read-only.
VOLUME ["/data", "/tmp"]
USER node
# The API, and apart from it health and metrics, which are not for the public. A worker has the latter alone.
EXPOSE 3000 3001
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.ADMIN_PORT || 3001) + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# tini reaps the browser's children and passes SIGTERM on.
ENTRYPOINT ["tini", "--"]
CMD ["node", "dist/main.js"]
