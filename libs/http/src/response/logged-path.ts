/**
 * A path as a log shows it: without the query of an address that stands in it (`/v1/files/{url}`), percent-encoded, since that may hold a
 * signature. The query of the request itself is never logged.
 */
export const loggedPath = (path: string): string => path.replaceAll(/%(?:25)*3f[^/]*/gi, '');
