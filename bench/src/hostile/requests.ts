import { hostileForms, hostileJson, type HostileBody } from '@partner-ordering/testing';
import { demo } from '../standalone.ts';
import { fill, send, WORDS, type Ask, type Row, type Sent } from './row.ts';

/** Larger bodies are refused by their size, longer addresses and heads by their length. */
const MOST_BODY_BYTES = 1_048_576;
const ADDRESS_BYTES = 47_000;
const HEADER_BYTES = 40_000;
const TEXT_BYTES = 63_000;
const QUERY_BYTES = 16_000;
const SEARCH_BYTES = 250;

export interface Caller {
  port: number;
  /** The manager's. */
  authorization: string;
  /** That of an application, which acts for nobody. */
  applicationAuthorization: string;
  /** A body of an order that is accepted. */
  order: object;
}

/** Hostile requests of every kind, each by its place. */
export function requestRows(caller: Caller): Row[] {
  const asks = new Map<string, Ask>();
  /** Equal requests are one. */
  const asked = ({ headers, ...sent }: Sent): Ask => {
    const request = { ...sent, headers: { authorization: caller.authorization, ...headers } };
    const key = `${JSON.stringify({ ...request, body: '' })} ${String(sent.body)}`;
    const ask = asks.get(key) ?? (async () => void (await send(caller.port, request)));
    asks.set(key, ask);
    return ask;
  };
  return [...bodies(), ...texts(caller), ...addresses(caller), ...headers(), ...queries()].map(
    ({ place, input, size, hostile, plain }) => ({ place, input, bytes: size, hostile: asked(hostile), plain: asked(plain) }),
  );
}

interface Pair {
  place: string;
  input: string;
  size: number;
  hostile: Sent;
  plain: Sent;
}

function bodies(): Pair[] {
  const words = JSON.stringify({ url: 'https://1.1.1.1/', events: Array.from({ length: 4_900 }, (_, index) => `w${index}`) });
  const long = { label: '4,900 wrong words in a list', body: Buffer.from(words), headers: { 'content-type': 'application/json' } };
  const targets: [string, HostileBody[]][] = [
    ['/oauth2/token', hostileForms(MOST_BODY_BYTES)],
    ['/v1/projects', hostileJson(MOST_BODY_BYTES)],
    [`/v1/orgs/${demo.bakery}/webhooks`, [long]],
  ];
  return targets.flatMap(([path, all]) =>
    all.map(({ label, body, headers }) => ({
      place: `body of ${path.replace(demo.bakery, '…')}`,
      input: label,
      size: body.length,
      hostile: { method: 'POST', path, headers, body },
      plain: { method: 'POST', path, headers: { 'content-type': headers['content-type']! }, body: plainBody(headers, body.length) },
    })),
  );
}

function plainBody({ 'content-type': type }: HostileBody['headers'], bytes: number): string {
  const [start, end] = type === 'application/json' ? ['{"k":"', '"}'] : ['k=', ''];
  return `${start}${'a'.repeat(Math.max(0, bytes - start.length - end.length))}${end}`;
}

function texts({ order }: Caller): Pair[] {
  const sentAs = (changes: object, path: string): Sent => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...order, ...changes }),
  });
  const pieces = { '<b>': 1, '<a<a': 1, '<': 1, '&': 1, '&lt;': 1, '>': 1, '<br>': 1, '<a href=': 1, '<!--': 1, '</': 1 };
  const upTo = (piece: string, times: number): string => piece.repeat(times) + fill(WORDS, TEXT_BYTES - piece.length * times);
  const descriptions: [string, string][] = [
    ...Object.keys(pieces).map((piece): [string, string] => [piece, fill(piece, TEXT_BYTES)]),
    // As many as are allowed.
    ['1,000 links', upTo('<a href="https://b.c/">x</a>', 1_000)],
    ['tags of 1,000 levels', upTo('<b>', 1_000)],
    ['10,000 entities', upTo('&#60;', 10_000)],
    ['7,000 attributes', `<a ${Array.from({ length: 7_000 }, (_, index) => `b${index}=c`).join(' ')}>x</a>`],
    ['tables', upTo('<table><tr><td>x</td></tr></table>', 330)],
    ['styles', upTo('<span style="font-weight:700;font-style:italic">x</span>', 1_100)],
    ['line breaks that are shown', `<pre>${fill('\n', TEXT_BYTES - 5)}`],
  ];
  const dryRun = '/v1/projects/dry_run';
  const plain = sentAs({ description: fill(WORDS, TEXT_BYTES) }, dryRun);
  const rows = descriptions.map(([input, description]) => ({
    ...{ place: 'description', input, size: description.length, plain },
    hostile: sentAs({ description }, dryRun),
  }));
  const found: [string, string][] = [
    [
      '20,000 different words',
      Array.from({ length: 20_000 }, (_, index) => index.toString(36))
        .join(' ')
        .slice(0, TEXT_BYTES),
    ],
    ['Chinese', Array.from({ length: TEXT_BYTES / 3 }, (_, index) => String.fromCharCode(0x4e00 + (index % 20_000))).join('')],
    ['combining marks', fill('e\u0301\u0323', TEXT_BYTES)],
  ];
  const draft = { state: 'draft' };
  const plainDraft = sentAs({ ...draft, description: fill(WORDS, TEXT_BYTES) }, '/v1/projects');
  return [
    ...rows,
    ...found.map(([input, description]) => ({
      ...{ place: 'description that is searched', input, size: Buffer.byteLength(description), plain: plainDraft },
      hostile: sentAs({ ...draft, description }, '/v1/projects'),
    })),
  ];
}

function addresses({ applicationAuthorization }: Caller): Pair[] {
  const query = (text: string): string => `/v1/products?${text.slice(0, ADDRESS_BYTES)}`;
  const plain = { path: query(`a=${'b'.repeat(ADDRESS_BYTES)}`) };
  const plainPath = { path: `/v1/${'a'.repeat(ADDRESS_BYTES)}` };
  const withoutToken = { authorization: '' };
  const pairs = (path: string): Sent[] => [{ path }, { path, headers: withoutToken }];
  const asApplication = { authorization: applicationAuthorization };
  const hostile: [string, Sent[], Sent][] = [
    ['&a, once encoded', pairs(query(`%61=1${fill('&a', ADDRESS_BYTES)}`)), plain],
    ['&a, all encoded', pairs(query(fill('&%61', ADDRESS_BYTES))), plain],
    ['names almost of a token', pairs(query(fill('&access%5Ftoke', ADDRESS_BYTES))), plain],
    ['brackets', [{ path: query(`a${fill('[b]', ADDRESS_BYTES)}=1`) }], plain],
    ['parameters that do not exist', [{ path: query(Array.from({ length: 8_000 }, (_, index) => `a${index}`).join('&')) }], plain],
    ['escapes', [{ path: query(`search=${fill('%F0%9F%A6%8A', ADDRESS_BYTES)}`) }], plain],
    ['slashes', [{ path: '/'.repeat(ADDRESS_BYTES) }], plainPath],
    ['escaped slashes', [{ path: `/v1/files/${fill('%252F', ADDRESS_BYTES)}` }], plainPath],
    ['beginnings of a token', [{ path: `/v1/${fill('eyJ', ADDRESS_BYTES)}` }], plainPath],
    ['slashes below /v1/me', [{ path: `/v1/me${'/'.repeat(ADDRESS_BYTES)}`, headers: asApplication }], plainPath],
    ['secrets of mails', [{ path: `/v1${fill('/invitations/a', ADDRESS_BYTES)}` }], plainPath],
  ];
  return hostile.flatMap(([input, sent, beside]) =>
    sent.map((one) => ({
      ...{ place: `address${one.headers === withoutToken ? ' without a token' : ''}`, input, size: one.path.length, hostile: one },
      plain: { ...beside, ...(one.headers && { headers: one.headers }) },
    })),
  );
}

function headers(): Pair[] {
  const me = '/v1/me';
  const plain: Sent = { path: me, headers: { 'x-plain': 'a'.repeat(HEADER_BYTES) } };
  const pieces: [string, string][] = [
    ['accept', 'a/b;q=0.1,'],
    ['accept', '*/*;a="b",'],
    ['accept-encoding', 'gzip;q=0.1,'],
    ['accept-language', 'fr-FR;q=0.1,'],
    ['if-none-match', '"a",'],
    ['if-none-match', 'W/"'],
    ['cookie', 'a=b; '],
    ['traceparent', '00-'],
    ['x-request-id', 'a-'],
    ['x-forwarded-for', '1.1.1.1,'],
    ['range', 'bytes=0-1,'],
    ['origin', 'https://a.'],
  ];
  return pieces.map(([name, piece]) => ({
    ...{ place: `header ${name}`, input: piece, size: HEADER_BYTES, plain },
    hostile: { path: me, headers: { [name]: fill(piece, HEADER_BYTES) } },
  }));
}

function queries(): Pair[] {
  const query = (value: unknown): Sent => ({ path: `/v1/projects?query=${encodeURIComponent(JSON.stringify(value))}` });
  const search = (words: string): Sent => ({ path: `/v1/projects?search=${encodeURIComponent(words)}` });
  const plain = query(['title', '==', 'a'.repeat(255)]);
  const long = query(['short_code', 'in', Array.from({ length: 100 }, (_, index) => `${index}${'a'.repeat(QUERY_BYTES / 100 - 10)}`)]);
  const plainSearch = search(fill(WORDS, SEARCH_BYTES));
  const fifty = (expressionOf: (index: number) => unknown): unknown => [
    'OR',
    Array.from({ length: 50 }, (_, index) => expressionOf(index)),
  ];
  const nested = (levels: number): Sent => ({ path: `/v1/projects?query=${'['.repeat(levels)}` });
  const rows: [string, Sent, Sent][] = [
    ['50 × contains', query(fifty((index) => ['short_code', '~=', `a${index}`])), plain],
    ['50 × awaits me', query(fifty(() => ['awaits', '!=', 'me'])), plain],
    ['50 × 30 values', query(fifty((index) => ['short_code', '!in', Array.from({ length: 30 }, (_, value) => `${index}a${value}`)])), long],
    ['lists in lists', nested(QUERY_BYTES), long],
    ['no list of expressions', query(fifty(() => ['AND', []])), plain],
  ];
  const searches: [string, string][] = [
    ['letters', fill('a b c d ', SEARCH_BYTES)],
    ['Chinese', fill('漢字', SEARCH_BYTES)],
    ['quotes and operators', fill("'!&|:* ", SEARCH_BYTES)],
  ];
  return [
    ...rows.map(([input, hostile, beside]) => ({ place: 'query', input, size: hostile.path.length, hostile, plain: beside })),
    ...searches.map(([input, words]) => ({
      ...{ place: 'search', input, size: Buffer.byteLength(words), hostile: search(words), plain: plainSearch },
    })),
  ];
}
