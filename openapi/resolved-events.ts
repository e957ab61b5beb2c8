/** The event documents without references, as they are kept in openapi/base and compared with it. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'yaml';
import type { Json, Schema } from './document.ts';

/** What a service publishes: its channels with their messages, by CloudEvents type. */
export interface ResolvedEvents {
  channels: Record<string, { address: string; messages: Record<string, { payload: Schema }> }>;
}

/** Every event document of the folder, by service, each reference replaced by what it leads to. Throws where one leads nowhere. */
export function resolvedEvents(folder: string): Map<string, ResolvedEvents> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.yaml'));
  return new Map(
    files.sort().map((file) => [basename(file, '.yaml'), resolveEvents(parse(readFileSync(join(folder, file), 'utf8')) as Json)]),
  );
}

/** One AsyncAPI document, read as JSON; what only references lead to (`components`, `operations`) is left out. */
export function resolveEvents(document: Json): ResolvedEvents {
  const { components: _components, operations: _operations, ...rest } = inlined(document, document, []) as Record<string, Json>;
  return { channels: {}, ...rest } as unknown as ResolvedEvents;
}

function inlined(document: Json, value: Json, within: string[]): Json {
  if (Array.isArray(value)) return value.map((item) => inlined(document, item, within));
  if (value === null || typeof value !== 'object') return value;
  const { $ref: reference, ...siblings } = value;
  if (typeof reference !== 'string')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inlined(document, inner, within)]));
  if (within.includes(reference)) throw new Error(`${reference} contains itself: events are compared without references`);
  const target = reference
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((found, key) => (found as Record<string, Json> | undefined)?.[key], document);
  if (target === undefined) throw new Error(`${reference} leads nowhere`);
  return { ...(inlined(document, target, [...within, reference]) as Record<string, Json>), ...siblings };
}
