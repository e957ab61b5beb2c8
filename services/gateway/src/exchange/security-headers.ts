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

/**
 * On every answer that says nothing else itself: a browser that shows an answer of the API as a page runs nothing, frames it nowhere, and tells nobody its address. What helmet
 * knows besides concerns pages only, and HSTS is decided where TLS ends.
 */
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

/** The `securityHeaders` that `given` does not have, as a flat list. Pages of partners show images and files of ours (`isEmbedded`). */
export function addSecurityHeaders(headers: string[], given: Readonly<Record<string, unknown>>, isEmbedded = false): string[] {
  for (const [name, value] of securityHeaders)
    if (!(name in given)) headers.push(name, isEmbedded && name === 'cross-origin-resource-policy' ? 'cross-origin' : value);
  return headers;
}
