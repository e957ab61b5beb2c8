/** Examples of webhook events: the first of each type in the golden corpus, or else `x-webhook-example` in openapi/events. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document, Json } from '@partner-ordering/openapi';
import { channelMessages, type EventDocuments, type WebhookExample } from './event-documents.ts';
import { root } from './documents.ts';
import { filled } from './placeholders.ts';

/** A webhook event as it is sent. */
export interface EventExample {
  id: string;
  type: string;
  timestamp: string;
  organization: { gid: string; href: string };
  sequence: number | null;
  data: Record<string, Json>;
}

const TIME = '2026-11-20T09:30:00+0000';
const EXAMPLE_GID = '019b0000-0000-7000-8000-000000000001';
/** An organization of the demo data. */
const ORGANIZATION = '019a0000-0000-7000-8000-0000000000a1';

/** Adds an example to each webhook of a merged document, which is changed. */
export function addEventExamples(document: Document, events: EventDocuments, services: readonly string[]): void {
  const messages = services.flatMap((service) => channelMessages(events, `${service}.facts`) ?? []);
  const writtenExamples = new Map(messages.map(({ type, example }) => [type, example]));
  const recordedExamples = new Map<string, EventExample>();
  for (const event of recordedEvents().toReversed()) recordedExamples.set(event.type, event);
  for (const [type, { post }] of Object.entries(document.webhooks ?? {})) {
    const content = post?.requestBody?.content['application/json'];
    const example = recordedExamples.get(type) ?? writtenEvent(type, writtenExamples.get(type), recordedExamples);
    if (content !== undefined) content.example ??= example as unknown as Json;
  }
}

/** An event that the corpus does not have: the written parts over those of another event, where one is named. */
function writtenEvent(type: string, example: WebhookExample = {}, recordedExamples: ReadonlyMap<string, EventExample>): EventExample {
  const { like, parts = {} } = example;
  const similarExample = like === undefined ? undefined : recordedExamples.get(like);
  if (like !== undefined && similarExample === undefined)
    throw new Error(`${type}: x-webhook-example is like ${like}, which the corpus does not have`);
  const data = Object.entries(parts).map(([name, part]) => [name, { ...(similarExample?.data[name] as object | undefined), ...part }]);
  const isCounted = typeof similarExample?.sequence === 'number';
  return eventOf(type, similarExample?.organization.gid ?? ORGANIZATION, Object.fromEntries(data) as Record<string, Json>, { isCounted });
}

/** The webhook events of the corpus in the order of its files, with values for its placeholders. */
export const recordedEvents = (): EventExample[] =>
  globSync(join(root, 'tests/golden/*/*.http'))
    .toSorted()
    .flatMap((file) => eventsIn(readFileSync(file, 'utf8')));

const fact = /^event \w+\.facts \S+\n(\{.*\})\n(\{\n(?:.*\n)*?\}$)/gm;

const eventsIn = (text: string): EventExample[] =>
  [...text.matchAll(fact)].flatMap(([, envelope = '', data = '']) => {
    const payload = /^ {2}"payload": (".*"),?$/m.exec(data)?.[1];
    if (payload === undefined) return [];
    const gid = /^ {2}"organizations?": (?:\[\s*)?"([^"]+)"/m.exec(filled(data))?.[1] ?? ORGANIZATION;
    const { id, type } = JSON.parse(filled(envelope)) as { id: string; type: string };
    // Filled before it is parsed, since some placeholders stand for numbers; and after the text in the text was, since some have quotes.
    const parts = JSON.parse(filled(JSON.parse(payload) as string)) as Record<string, Json>;
    return [eventOf(type, gid, parts, { id, isCounted: type.startsWith('project.') || /^ {2}"project": "/m.test(data) })];
  });

const eventOf = (type: string, gid: string, data: Record<string, Json>, { id = EXAMPLE_GID, isCounted = false } = {}): EventExample => ({
  id,
  type,
  timestamp: TIME,
  organization: { gid, href: `/v1/organizations/${gid}` },
  sequence: isCounted ? 1 : null,
  data,
});
