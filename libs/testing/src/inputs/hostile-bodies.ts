import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';

/** A body that costs its sender next to nothing. */
export interface HostileBody {
  label: string;
  body: Buffer;
  headers: Readonly<Record<string, string>>;
  /** It is refused by its head or its bytes, before it is parsed. */
  isRefusedUnread?: boolean;
  /** It is refused by its lists and names, before it is validated. */
  isExcessive?: boolean;
}

/** The size to which a few bytes inflate. */
const INFLATED_BYTES = 1_048_576;
const compressions = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync, zstd: zstdCompressSync };

const bodyOf = (type: string, label: string, text: string, isRefusedUnread: boolean): HostileBody => ({
  label,
  isRefusedUnread,
  body: Buffer.from(text),
  headers: { 'content-type': type },
});

/** The same text in few bytes, by every coding. */
const compressed = (type: string, text: string): HostileBody[] =>
  Object.entries(compressions).map(([encoding, compress]) => ({
    label: `${text.length} bytes in ${encoding}`,
    isRefusedUnread: true,
    body: compress(text),
    headers: { 'content-type': type, 'content-encoding': encoding },
  }));

const json = (label: string, text: string, isRefusedUnread = true): HostileBody => bodyOf('application/json', label, text, isRefusedUnread);
const namesOf = (count: number): string[] => Array.from({ length: count }, (_, index) => `k${index}`);

/** Bodies of about this size, for operations that take JSON: compressed, deep, wide, with too many names. */
export const hostileJson = (bytes: number): HostileBody[] => [
  ...compressed('application/json', '['.repeat(INFLATED_BYTES)),
  json('lists in lists', '['.repeat(bytes)),
  json('objects in objects', '{"a":'.repeat(bytes / 5)),
  json('a list of empty lists', `[${'[],'.repeat(bytes / 3 - 2)}[]]`),
  json('a list of numbers', `[${'1,'.repeat(bytes / 2 - 2)}1]`),
  json('a text of quotes', `{"k":"${String.raw`\"`.repeat(bytes / 2 - 8)}"}`, false),
  json('a long name', JSON.stringify({ ['a'.repeat(bytes - 16)]: 1 }), false),
  json('a name of slashes', JSON.stringify({ ['/'.repeat(bytes - 16)]: 1 }), false),
  json(
    '49 names of slashes',
    JSON.stringify(Object.fromEntries(namesOf(49).map((name) => [name + '/'.repeat(bytes / 49 - 16), 1]))),
    false,
  ),
  { ...json('4,900 unknown names', JSON.stringify(Object.fromEntries(namesOf(4_900).map((name) => [name, 1]))), false), isExcessive: true },
  json('2,400 unknown names with lists', JSON.stringify(Object.fromEntries(namesOf(2_400).map((name) => [name, [1]]))), false),
];

const FORM = 'application/x-www-form-urlencoded';
const form = (label: string, text: string): HostileBody => bodyOf(FORM, label, text, false);

/** The same for operations that take a form. */
export const hostileForms = (bytes: number): HostileBody[] => [
  ...compressed(FORM, `username=${'a'.repeat(INFLATED_BYTES)}`),
  ...compressed(FORM, namesOf(100_000).join('&')),
  form('a long text', `username=${'a'.repeat(bytes)}`),
  form('a text of escapes', `username=${'%F0%9F%A6%8A'.repeat(1_000)}`),
  form('3,000 names', namesOf(3_000).join('&').slice(0, 16_384)),
  form('a form of ampersands', '&'.repeat(16_384)),
];
