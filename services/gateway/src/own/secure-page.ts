import helmet, { type HelmetOptions } from 'helmet';

type Directives = Exclude<NonNullable<HelmetOptions['contentSecurityPolicy']>, boolean>['directives'];

/** The security headers of a page: nothing is loaded or sent but what `allowed` says, and nobody else frames it. They are the same for every request. */
export function pageHeaders(allowed: Directives): Record<string, string> {
  const secure = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], ...allowed, baseUri: ["'none'"], formAction: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Every answer of the gateway has this header.
    xContentTypeOptions: false,
    // TLS ends in front of the gateway. HSTS is decided there.
    strictTransportSecurity: false,
  });
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  };
  secure({} as never, response as never, () => undefined);
  return headers;
}
