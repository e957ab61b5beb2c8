import { createHash } from 'node:crypto';
import { headerOf, type WireAnswer, type WireRequest } from './wire.ts';

/** They say nothing of the answer: they are Node's own, or tell what was asked before. */
const ignoredHeaders: ReadonlySet<string> = new Set(['date', 'connection', 'keep-alive', 'ratelimit', 'ratelimit-policy']);
/** The headers of every answer of the API. An answer with another value, or without one, shows as a difference. */
const commonHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
};
/** A body beyond this is shown by its hash: the OpenAPI document, which stands in the repository already. */
const LONGEST = 20_000;

/** An exchange as a reviewer reads it. */
export function exchangeText(
  title: string,
  request: WireRequest,
  caller: string | undefined,
  answer: WireAnswer,
  events: readonly string[],
): string {
  const parts = [`### ${title}\n`, requestText(request, caller), answerText(request.method, answer), ...events];
  return parts.join('\n');
}

function requestText({ method, target, headers, body }: WireRequest, caller: string | undefined): string {
  const token = caller === undefined ? {} : { authorization: `Bearer <${caller}>` };
  const head = [`${method} ${target}`, ...Object.entries({ ...token, ...headers }).map(([name, value]) => `${name}: ${value}`)];
  return `${head.join('\n')}\n${body === undefined ? '' : `\n${bodyText(body).replaceAll('\r\n', '\n')}\n`}`;
}

function answerText(method: string, answer: WireAnswer): string {
  const { statusLine, headers, body } = answer;
  const lines = headers
    .filter(([name, value]) => !isKnown(name.toLowerCase(), value))
    .map(([name, value]) => `${name}: ${name.toLowerCase() === 'content-length' && isOfAnyLength(answer) ? '<length>' : value}`)
    // A stable sort by name alone: the order of two values of one header means something.
    .toSorted((one, other) => compareTexts(nameOf(one), nameOf(other)));
  const missing = Object.keys(commonHeaders).filter((name) => headerOf(answer, name) === undefined);
  const notes = [...missing.map((name) => `(no ${name})`), ...(isMistagged(method, answer) ? ['(etag is not the hash of the body)'] : [])];
  return `${[statusLine, ...lines, ...notes].join('\n')}\n${body.length === 0 ? '' : `\n${bodyText(body)}\n`}`;
}

/** Texts say besides what they vary by that they may be compressed. */
const isKnown = (name: string, value: string): boolean =>
  ignoredHeaders.has(name) || commonHeaders[name] === value || (name === 'vary' && value === 'Accept-Encoding');

/** A tag of the form of a hash that is not the body's: what its placeholder would hide. */
function isMistagged(method: string, { headers, body }: WireAnswer): boolean {
  const tag = headerOf({ headers }, 'etag');
  return method === 'GET' && body.length > 0 && tag?.length === hashOf(body).length && tag !== hashOf(body);
}

const nameOf = (line: string): string => line.slice(0, line.indexOf(':')).toLowerCase();
const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
const hashOf = (body: Buffer): string => `"${createHash('sha1').update(body).digest('base64url')}"`;
const isPng = (body: Buffer): boolean => body.subarray(1, 4).toString('latin1') === 'PNG';
const isZip = (body: Buffer): boolean => body.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004';
const isPdf = (body: Buffer): boolean => body.subarray(0, 5).toString('latin1') === '%PDF-';

/** Bytes of pictures and PDFs differ between platforms; seconds, milliseconds and `last_seen` differ in length. */
const isOfAnyLength = ({ body }: WireAnswer): boolean =>
  isPng(body) || isPdf(body) || /"(?:seconds_to_first_reply" ?: ?\d|last_seen":|duration_ms":|next":"MDE5)/.test(body.toString());

/** The text as it is; what is no text by what it is. */
function bodyText(body: Buffer): string {
  if (isPng(body)) return `<PNG, ${body.readUInt32BE(16)} × ${body.readUInt32BE(20)} pixels>`;
  if (isPdf(body)) return '<PDF>';
  if (isZip(body)) return '<ZIP>';
  const text = body.toString('utf8');
  if (body.length <= LONGEST && Buffer.from(text).equals(body)) return text;
  return `<${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex')}>`;
}
