import type { Demo } from './demo.ts';
import type { StandaloneOptions } from './environment.ts';
import type { Standalone } from './standalone.ts';

/** The first screen: addresses, demo users, and a first order to copy. */
export function welcome(options: StandaloneOptions, { demo, metricsUrl }: Omit<Standalone, 'stop'>, seconds: number): string {
  const { issuer, dataDir, console, demoOrders } = options;
  const addresses = `
The Partner Ordering Service is ready (${seconds.toFixed(1)} s). Ctrl-C stops it.
${console ? `\n  Console        ${console}/` : ''}
  API            ${issuer}/v1
  Documentation  ${issuer}/docs
  OpenAPI        ${issuer}/v1/openapi.json
  Metrics        ${metricsUrl}/<service>
  Data           ${dataDir} (delete it for a fresh start)
`;
  return demo
    ? `${addresses}${signIns}${demoOrders ? 'Orders of these users appear within seconds of the first start.\n' : ''}${firstOrder(issuer, demo)}`
    : addresses;
}

const signIns = `
Demo users, all with the password demo-password:

  admin@example.com          administrator
  manager@example.com        manager of Harbour Bakery
  user@example.com           Harbour Bakery
  colleague@example.com      Harbour Bakery
  manager@other.example.com  manager of Northlight Studio, a test organization: for trying requests in the documentation
  user@other.example.com     Northlight Studio

Demo application: demo-app with the secret demo-secret; on its own it acts as robot@example.com, manager of Harbour Bakery.
`;

function firstOrder(issuer: string, { organization, order }: Demo): string {
  if (!order) return '';
  const { product, title, mode, due, amount, currency } = order;
  const body = {
    title: `${title} for the new shop`,
    description: 'A loaf and an anchor, in one colour.',
    product: { gid: product },
    organization: { gid: organization },
    options: { mode, due },
    price: { amount, currency },
    state: 'published',
  };
  const price = `product.gid=${product}&organization.gid=${organization}&options.mode=${mode}&options.due=${due}`;
  const authorization = '-H "Authorization: Bearer $TOKEN"';
  return `
A first order; copy these lines into another terminal:

TOKEN=$(curl -s -u demo-app:demo-secret -d grant_type=password -d username=user@example.com -d password=demo-password ${issuer}/oauth2/token | sed -E 's/.*"access_token":"([^"]+)".*/\\1/')
curl -s -w '\\n' ${authorization} '${issuer}/v1/products?search=logo&limit=3'
curl -s -w '\\n' ${authorization} '${issuer}/v1/prices/for?${price}'
curl -s -i ${authorization} -H 'Content-Type: application/json' -d '${JSON.stringify(body)}' ${issuer}/v1/projects
curl -s -w '\\n' ${authorization} '${issuer}/v1/projects?orderBy=created_at&sort=desc&limit=3'
`;
}
