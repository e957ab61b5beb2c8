type Json = Readonly<Record<string, unknown>>;

/** How a field reads now, from the object that it stood in then; undefined where it is there no more. */
type Rule = (then: Json, name: string) => unknown;

const createdAt: Rule = (then, name) => then[name] ?? then['created_at'];
const withCurrency: Rule = (then, name) => ({ amount: then[name], currency: then['currency'] });
const gone: Rule = () => undefined;

const modified = { modified_at: createdAt };

/** By what the last name in the path says: the fields that read otherwise than in version 0.1.0. */
const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  projects: modified,
  messages: modified,
  works: modified,
  workers: modified,
  organizations: modified,
  payment_source: modified,
  products: modified,
  prices: { ...modified, updated_at: createdAt },
  receipts: { amount: withCurrency, total: withCurrency, currency: gone },
};

/**
 * What version 0.1.0 answered at a path, as it reads now: what was never modified has the time of its creation, and the amounts of receipts
 * have their currency. Only the fields named above are looked at, of the resource itself and not of what it embeds; the others read as they did.
 */
export function asItReadsNow(path: string, body: unknown): unknown {
  const then = body as Json;
  const items = then['items'] as readonly Json[] | undefined;
  return items ? { ...then, items: items.map((item) => resourceNow(path, item)) } : resourceNow(path, then);
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
