import helmet, { type HelmetOptions } from 'helmet';

/** What helmet sets with these options, by name in lower case. It is the same for every request. */
export function helmetHeaders(options: HelmetOptions): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  helmet(options)({} as never, response as never, () => undefined);
  return headers;
}

/** Defaults of every answer: a browser that shows it as a page runs nothing, frames it nowhere, and sends no referrer. */
const securityHeaders = Object.entries(
  helmetHeaders({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    xFrameOptions: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
    strictTransportSecurity: false,
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xXssProtection: false,
  }),
);

/** A year. Names below ours may belong to others, who have no TLS. */
const hsts = ['strict-transport-security', 'max-age=31536000'] as const;

/** Adds HSTS if TLS ends here, and the defaults that `given` lacks, to a flat list. Pages of partners embed our images and files. */
export function addSecurityHeaders(
  headers: string[],
  given: Readonly<Record<string, unknown>>,
  { isTls, isEmbedded = false }: { isTls: boolean; isEmbedded?: boolean },
): string[] {
  if (isTls) headers.push(...hsts);
  for (const [name, value] of securityHeaders)
    if (!(name in given)) headers.push(name, isEmbedded && name === 'cross-origin-resource-policy' ? 'cross-origin' : value);
  return headers;
}
