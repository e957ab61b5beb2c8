import type { HelmetOptions } from 'helmet';
import { helmetHeaders } from '../exchange/headers.ts';

type Directives = Exclude<NonNullable<HelmetOptions['contentSecurityPolicy']>, boolean>['directives'];

/** The security headers of a page: nothing is loaded or sent but what `allowed` says, and nobody else frames it. */
export const pageHeaders = (allowed: Directives): Readonly<Record<string, string>> =>
  helmetHeaders({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], formAction: ["'none'"], ...allowed, baseUri: ["'none'"], frameAncestors: ["'none'"] },
    },
    xFrameOptions: { action: 'deny' },
    // As on every other answer.
    strictTransportSecurity: false,
  });
