import type { GatewayConfig } from '../config.ts';
import type { Page } from '../request/lifecycle.ts';
import type { DocsPages } from './docs.ts';
import { tagged } from './tagged.ts';

/** Less than a year, as RFC 9116 recommends. Each start renews it. */
const SECURITY_TXT_DAYS = 360;
const SECURITY_TXT = '/.well-known/security.txt';

/** The files at the root that programs look for by their names. Their lines are the same until the next start. */
export function textFiles(
  { issuer, securityContact }: Pick<GatewayConfig, 'issuer' | 'securityContact'>,
  docs: DocsPages | undefined,
  startedAt: Date,
): Record<string, Page> {
  const expires = new Date(startedAt.getTime() + SECURITY_TXT_DAYS * 86_400_000).toISOString();
  return {
    '/robots.txt': textFile(['User-agent: *', 'Allow: /docs', 'Allow: /llms.txt', 'Disallow: /']),
    ...(docs && { '/llms.txt': ({ request }) => docs({ path: '/docs/llms.txt', request }) }),
    ...(securityContact !== undefined && {
      [SECURITY_TXT]: textFile([`Contact: ${securityContact}`, `Expires: ${expires}`, `Canonical: ${issuer}${SECURITY_TXT}`]),
    }),
  };
}

function textFile(lines: readonly string[]): Page {
  const answer = tagged(Buffer.from(`${lines.join('\n')}\n`), { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-cache' });
  return ({ request }) => answer(request.headers);
}
