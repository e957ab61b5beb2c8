/** Why a request failed, by status: the `reason` beside the integer `code`. */
const reasons = {
  400: 'invalid',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  408: 'too_slow',
  409: 'in_progress',
  410: 'gone',
  412: 'changed',
  413: 'too_large',
  414: 'url_too_long',
  415: 'unsupported_type',
  416: 'range_not_satisfiable',
  429: 'too_many_requests',
  431: 'headers_too_large',
  500: 'internal',
  503: 'unavailable',
  504: 'timed_out',
} as const;

/** Second reasons of a status. */
const otherReasons = { expired: 403, file_lost: 404, quota_full: 429, restoring: 503 } as const;

export type ErrorReason = (typeof reasons)[keyof typeof reasons] | keyof typeof otherReasons;

/** All reasons with their status, for the documents. */
export const errorReasons: readonly (readonly [ErrorReason, number])[] = [
  ...Object.entries(reasons).map(([status, reason]) => [reason, Number(status)] as const),
  ...(Object.entries(otherReasons) as [ErrorReason, number][]),
].toSorted(([, one], [, other]) => one - other);

/** The usual reason of a status: `invalid` or `internal` for one without its own. */
export const reasonOf = (status: number): ErrorReason =>
  (reasons as Readonly<Record<number, ErrorReason>>)[status] ?? (status < 500 ? 'invalid' : 'internal');
