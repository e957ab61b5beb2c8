import { isDeepStrictEqual } from 'node:util';

type Json = Readonly<Record<string, unknown>>;

/** How a field reads now, from the object that it stood in then; undefined where it is there no more. */
type Rule = (then: Json, name: string) => unknown;

const createdAt: Rule = (then, name) => then[name] ?? then['created_at'];
const withCurrency: Rule = (then, name) => ({ amount: then[name], currency: then['currency'] });
const gone: Rule = () => undefined;

/** By what the last name in the path says: the fields that read otherwise than in version 0.1.0, and why. */
const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  // `modified_at` is `created_at` from the start, so that clients can poll by it. It was null until the first change:
  projects: { modified_at: createdAt }, // of drafts that were never edited
  messages: { modified_at: createdAt }, // of messages that were neither accepted nor rejected
  works: { modified_at: createdAt }, // of works that nobody edited
  workers: { modified_at: createdAt }, // of workers that nobody edited
  organizations: { modified_at: createdAt }, // of the demo's organizations
  payment_source: { modified_at: createdAt }, // of a source that was never replaced
  products: { modified_at: createdAt }, // of the demo's products
  prices: {
    modified_at: createdAt, // of the demo's prices
    updated_at: createdAt, // another name for it
  },
  receipts: {
    amount: withCurrency, // money is `{amount, currency}` everywhere but in prices; it was a number
    total: withCurrency, // likewise
    currency: gone, // stands in both amounts now
  },
};

/**
 * What version 0.1.0 answered at a path, as it reads now: what was never modified has the time of its creation, and the amounts of receipts
 * have their currency. Only the fields named above are looked at, of the resource itself and not of what it embeds; the others read as they
 * did.
 */
export function asItReadsNow(path: string, body: unknown): unknown {
  const then = body as Json;
  const items = then['items'] as readonly Json[] | undefined;
  return items ? { ...then, items: items.map((item) => resourceNow(path, item)) } : resourceNow(path, then);
}

/** The fields named above, as `projects.modified_at`. */
export const readOtherwise: readonly string[] = Object.entries(rules).flatMap(([kind, named]) =>
  Object.keys(named).map((name) => `${kind}.${name}`),
);

/** Those of them that differ between what a path answered then and what it answers now. */
export function differing(path: string, body: unknown): string[] {
  const kind = kindOf(path);
  const then = body as Json;
  const items = (then['items'] as readonly Json[] | undefined) ?? [then];
  return items.flatMap((item) => {
    const now = resourceNow(path, item);
    const names = Object.keys(rules[kind] ?? {}).filter((name) => name in item && !isDeepStrictEqual(item[name], now[name]));
    return names.map((name) => `${kind}.${name}`);
  });
}

function resourceNow(path: string, then: Json): Json {
  const named = Object.entries(rules[kindOf(path)] ?? {}).filter(([name]) => name in then);
  const now = { ...then, ...Object.fromEntries(named.map(([name, rule]) => [name, rule(then, name)])) };
  return Object.fromEntries(Object.entries(now).filter(([, value]) => value !== undefined));
}

const kindOf = (path: string): string =>
  path
    .replace(/\?.*$/, '')
    .split('/')
    .findLast((segment) => !/^[0-9a-f-]{36}$/.test(segment)) ?? '';
