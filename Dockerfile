# The service with production settings, as `npm start` serves it. Everything comes from the environment
# (docs/operators/settings.md); it applies the database's migrations before it serves, one instance at a time. It has no
# PostgreSQL of its own: set DATABASE_URL.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The packages are a layer of their own.
RUN npm ci --omit=dev --loglevel=error
COPY . .
# `app` has only sources (.dockerignore says why that stands here). What only the build, browsers and the demo need stays behind: compilers, local chains, PostgreSQL's own binaries.
RUN find app -type f ! -name "*.ts" ! -name "*.tsx" ! -name "*.css" -delete \
  && npm run build \
  && node lib/platform/process/prune-packages.mjs \
  && rm -rf .next/cache \
  && mv .next /built

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
# Owned by root and read by the user alone, except what Next keeps of pages.
COPY --from=build /app /app
COPY --from=build --chown=node:node /built /app/.next
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=90s \
  CMD ["node", "lib/platform/process/check-health.mjs"]
CMD ["node", "lib/platform/process/bootstrap.mjs", "start"]
