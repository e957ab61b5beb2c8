/** Paths of which the next segment is a secret that stands in a mail: `{token}` in the documents. A gid there is none. */
const beforeToken = /(\/(?:password_resets|email_confirmations|invitations)\/)(?![\da-f]{8}-[\da-f-]{27}(?:\/|$))[^/]+/gi;

/**
 * A path as a log shows it: without the token of a mail, and without the query of an address that stands in it (`/v1/files/{url}`),
 * percent-encoded, since that may hold a signature. The query of the request itself is never logged.
 */
export const loggedPath = (path: string): string => path.replaceAll(/%(?:25)*3f[^/]*/gi, '').replaceAll(beforeToken, '$1{token}');
