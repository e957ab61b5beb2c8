# One file for the images of all services: docker build --build-arg SERVICE=identity -t partner-ordering/identity .
# It builds with BuildKit and with the classic builder. What runs inside and how: docs/operators/containers.md.
ARG NODE_IMAGE=node:24-slim

# All that npm needs to know of the workspace: npm runs again only when one of these files changes.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /app
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json -delete \
 # What is for development only would bring its own dependencies along.
 && npm pkg delete devDependencies --workspaces

# What this one service needs in production.
FROM ${NODE_IMAGE} AS dependencies
WORKDIR /app
COPY --from=manifests /app ./
ARG SERVICE
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund --workspace "services/$SERVICE" \
 && rm -r package-lock.json node_modules/.bin node_modules/.package-lock.json console docs portal \
 && find services -mindepth 1 -maxdepth 1 ! -name "$SERVICE" -exec rm -r {} +

# Console and portal, which the gateway alone serves. What builds them is in no image.
FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY --from=manifests /app ./
COPY console/package.json console/
COPY portal/package.json portal/
ARG SERVICE
RUN [ "$SERVICE" != gateway ] || npm ci --ignore-scripts --no-audit --no-fund --workspace console --workspace portal
COPY libs libs
# The tables of faults, for the console's French.
COPY services services
COPY console console
# What the portal and the client's package are made of.
COPY CHANGELOG.md LICENSE tsconfig.base.json ./
COPY docs/partners docs/partners
COPY portal portal
RUN if [ "$SERVICE" = gateway ]; then npm run build --workspace console --workspace portal; else mkdir console/dist portal/dist; fi

# The base without its package managers; as one layer, so that they are not below it either.
FROM ${NODE_IMAGE} AS base
RUN rm -rf /usr/local/lib/node_modules /usr/local/include /usr/local/share/* /opt/* \
    /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg \
 && find / -xdev -type f -perm /6000 -exec chmod a-s {} + \
 && install -d -o 1000 -g 1000 /data

FROM scratch
COPY --from=base / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9090
ARG SERVICE
COPY --from=dependencies /app /app
COPY --from=pages /app/console/dist /app/console/dist
COPY --from=pages /app/portal/dist /app/portal/dist
COPY libs /app/libs
COPY containers/health.ts /app/containers/
COPY services/${SERVICE} /app/services/${SERVICE}
WORKDIR /app/services/${SERVICE}
USER 1000:1000
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD ["node", "/app/containers/health.ts", "/livez"]
ENTRYPOINT ["node", "src/main.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="partner-ordering/${SERVICE}" \
      org.opencontainers.image.description="Partner Ordering Service: ${SERVICE}" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.licenses="MIT"
