/**
 * What breaks a consumer of events that was written against an older document: whatever it may now receive that it could not before,
 * and what it no longer gets. Additions pass, and so does what is only narrower than it was.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Json, Schema } from './document.ts';
import type { ResolvedEvents } from './resolved-events.ts';

/** Breaches of "events change by addition only", as sentences that name channel, event and field. */
export function eventBreaches(base: Iterable<ResolvedEvents>, present: Iterable<ResolvedEvents>): string[] {
  const channels = byAddress(present);
  return [...byAddress(base)].flatMap(([address, messages]) => {
    const now = channels.get(address);
    if (now === undefined) return [`the channel ${address} was removed`];
    return Object.entries(messages).flatMap(([type, { payload }]) => {
      const message = now[type];
      if (message === undefined) return [`${address}: the event ${type} was removed`];
      return schemaBreaches(payload, message.payload, []).map((breach) => `${address}: ${type}: ${breach}`);
    });
  });
}

type Messages = Record<string, { payload: Schema }>;

const byAddress = (documents: Iterable<ResolvedEvents>): Map<string, Messages> =>
  new Map([...documents].flatMap(({ channels }) => Object.values(channels).map(({ address, messages }) => [address, messages] as const)));

/** Keywords that say nothing about what may come. */
const silent = ['description', 'title', 'default', 'deprecated', 'example', 'examples', '$comment'];
/** Those that are looked at one by one. */
const known = ['type', 'enum', 'const', 'properties', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf'];

function schemaBreaches(base: Schema, present: Schema, path: string[]): string[] {
  const [was, is] = [normalized(base), normalized(present)];
  const breaches = [
    ...(is.isNullable && !was.isNullable ? ['may be null now'] : []),
    ...typeBreaches(was.types, is.types),
    ...enumBreaches(was.values, is.values),
    ...alternativeBreaches(was.alternatives, is.alternatives, path),
    ...otherBreaches(was.schema, is.schema),
  ];
  const name = path.join('.') || 'the payload';
  return [
    ...breaches.map((breach) => `${name} ${breach}`),
    ...fieldBreaches(was.schema, is.schema, path),
    ...innerBreaches(was.schema.items, is.schema.items, [...path, '[]']),
    ...mapBreaches(was.schema.additionalProperties, is.schema.additionalProperties, path),
  ];
}

interface Normalized {
  schema: Schema;
  isNullable: boolean;
  types: string[] | undefined;
  values: Json[] | undefined;
  alternatives: Schema[] | undefined;
}

/** `[string, null]`, an enum with null and `oneOf` with `{type: null}` say the same: the rest, and that it may be null. */
function normalized(schema: Schema): Normalized {
  const { anyOf, oneOf, ...rest } = schema;
  const alternatives = [...(anyOf ?? []), ...(oneOf ?? [])];
  const others = alternatives.filter(({ type }) => type !== 'null');
  const hasNull = others.length < alternatives.length;
  if (hasNull && others.length === 1) return { ...normalized({ ...others[0], ...rest }), isNullable: true };
  const types = schema.type === undefined ? undefined : [schema.type].flat();
  const values = schema.const === undefined ? schema.enum : [schema.const];
  return {
    schema,
    isNullable: hasNull || (values?.includes(null) ?? types?.includes('null')) === true,
    types: types?.filter((type) => type !== 'null'),
    values: values?.filter((value) => value !== null),
    alternatives: others.length > 0 ? others : undefined,
  };
}

function typeBreaches(was: string[] | undefined, is: string[] | undefined): string[] {
  if (was === undefined) return [];
  const fits = (type: string): boolean => was.includes(type) || (type === 'integer' && was.includes('number'));
  return is?.every(fits) === true ? [] : [`was of type ${was.join(' or ')} and is of type ${is?.join(' or ') ?? 'any'} now`];
}

function enumBreaches(was: Json[] | undefined, is: Json[] | undefined): string[] {
  if (was === undefined) return [];
  if (is === undefined) return [`had the values ${was.join(', ')} and may be anything now`];
  const added = is.filter((value) => !was.includes(value));
  return added.length === 0 ? [] : [`has new values: ${added.join(', ')}`];
}

/** Each alternative that may come must be one that could come before. */
function alternativeBreaches(was: Schema[] | undefined, is: Schema[] | undefined, path: string[]): string[] {
  if (was === undefined) return is === undefined ? [] : ['has alternatives now'];
  if (is === undefined) return ['had alternatives and has none now'];
  const isNew = (schema: Schema): boolean => !was.some((old) => schemaBreaches(old, schema, path).length === 0);
  return is.some(isNew) ? ['has a new or changed alternative'] : [];
}

/** What this check does not know must stay as it is; what is added to it only narrows. */
function otherBreaches(was: Schema, is: Schema): string[] {
  const keywords = Object.keys(was).filter((keyword) => ![...silent, ...known].includes(keyword) && !keyword.startsWith('x-'));
  const shown = (value: unknown): string => JSON.stringify(value) ?? 'absent';
  return keywords
    .filter((keyword) => !isDeepStrictEqual(was[keyword], is[keyword]))
    .map((keyword) => `has another ${keyword}: ${shown(was[keyword])}, now ${shown(is[keyword])}`);
}

function fieldBreaches(was: Schema, is: Schema, path: string[]): string[] {
  return Object.entries(was.properties ?? {}).flatMap(([field, schema]) => {
    const name = [...path, field];
    const now = is.properties?.[field];
    if (now === undefined) return [`${name.join('.')} was removed`];
    const isOptional = was.required?.includes(field) === true && is.required?.includes(field) !== true;
    return [...(isOptional ? [`${name.join('.')} may be missing now`] : []), ...schemaBreaches(schema, now, name)];
  });
}

function innerBreaches(was: Schema | undefined, is: Schema | undefined, path: string[]): string[] {
  return was === undefined ? [] : schemaBreaches(was, is ?? {}, path);
}

/** A map's values; an object that gets fields beyond the known ones is an addition. */
function mapBreaches(was: boolean | Schema | undefined, is: boolean | Schema | undefined, path: string[]): string[] {
  if (typeof was !== 'object') return [];
  return is === false
    ? [`${path.join('.') || 'the payload'} lost its entries`]
    : innerBreaches(was, typeof is === 'object' ? is : {}, [...path, '*']);
}
