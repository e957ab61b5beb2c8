import type { Request } from 'express';

/** Longer addresses would fill the head, which many clients limit to 16 KiB. */
const MAX_ADDRESS = 4096;
const DEFAULT_LIMIT = 10;

/**
 * `Link` of a page (RFC 8288): `next` and `prev` with the parameters of the request, without its token. Undefined without them, and for
 * addresses over 4 KiB.
 * @param text finished JSON: `{"total_count":…,"items":[…]}`, or a count, which has no pages
 */
export function pageLinks({ originalUrl, query }: Pick<Request, 'originalUrl' | 'query'>, text: string): string | undefined {
  const counted = /^\{"total_count":(\d+),"items":/.exec(text);
  if (!counted || originalUrl.length > MAX_ADDRESS) return undefined;
  const [total, offset, limit] = [Number(counted[1]), Number(query['offset'] ?? 0), Number(query['limit'] ?? DEFAULT_LIMIT)];
  const links: string[] = [];
  if (offset + limit < total) links.push(linkTo(originalUrl, 'next', offset + limit, limit));
  // Behind the end of the collection the last page comes before.
  if (offset > 0 && total > 0) links.push(linkTo(originalUrl, 'prev', Math.max(0, Math.min(offset, total) - limit), limit));
  const isTooLong = links.some((link) => link.length > MAX_ADDRESS);
  return links.length === 0 || isTooLong ? undefined : links.join(', ');
}

function linkTo(originalUrl: string, relation: 'next' | 'prev', offset: number, limit: number): string {
  const { pathname, searchParams } = new URL(originalUrl, 'http://any.example');
  searchParams.set('offset', String(offset));
  searchParams.set('limit', String(limit));
  return `<${pathname}?${searchParams.toString()}>; rel="${relation}"`;
}
