/**
 * Examples of the public document, taken from what the service answered in the golden corpus (tests/golden): of each operation the first
 * request that succeeded with a body, and its answer. Whatever a document says itself stays.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDocuments } from './event-documents.ts';
import { addEventExamples } from './event-examples.ts';
import { publicBundle } from './public-bundle.ts';
import { methods, type Document, type Json, type Operation } from './document.ts';
import { filled } from './placeholders.ts';
import { withWebhooks } from './webhooks.ts';

/** One request of the corpus and its answer; bodies as far as they are JSON. */
export interface Exchange {
  /** Path of the request, without its query. */
  path: string;
  request?: Json;
  status: string;
  answer?: Json;
}

/** The merged document with its examples, as the gateway serves it. */
export function publicDocument(documents: Map<string, Document>, events: EventDocuments, corpus: string): Document {
  const document = addExamples(publicBundle(withWebhooks(documents, events)), corpus, [...documents.keys()]);
  addEventExamples(document, events, corpus, [...documents.keys()]);
  return document;
}

/**
 * Adds examples to a merged document, which is changed. @param folder that of the corpus, with a file per operation in a folder per service
 */
function addExamples(document: Document, folder: string, services: readonly string[]): Document {
  for (const item of Object.values(document.paths)) {
    for (const method of methods) {
      const operation = item[method];
      const file = services.map((service) => join(folder, service, `${operation?.operationId}.http`)).find((path) => existsSync(path));
      if (operation !== undefined && file !== undefined) addTo(operation, exchangesIn(readFileSync(file, 'utf8')));
    }
  }
  return document;
}

function addTo({ requestBody, responses }: Operation, exchanges: Exchange[]): void {
  const good = exchanges.filter(({ status }) => status.startsWith('2'));
  const asked = requestBody?.content?.['application/json'];
  const request = good.find((exchange) => exchange.request !== undefined)?.request;
  if (asked !== undefined && request !== undefined) asked.example ??= request;
  for (const [status, response] of Object.entries(responses)) {
    const told = response.content?.['application/json'];
    const answer = good.find((exchange) => exchange.status === status && exchange.answer !== undefined)?.answer;
    if (told !== undefined && answer !== undefined) told.example ??= answer;
  }
}

/** The exchanges of a file of the corpus, with their bodies as far as these are JSON. */
export function exchangesIn(text: string): Exchange[] {
  return text
    .split(/^### .*\n/m)
    .slice(1)
    .flatMap((exchange) => {
      const [sent = '', received] = exchange.split(/^HTTP\/1\.1 /m);
      if (received === undefined) return [];
      const path = /^[A-Z]+ ([^?\s]+)/.exec(filled(sent.trimStart()))?.[1] ?? '';
      return [{ path, status: received.slice(0, 3), ...bodyOf('request', sent.trimStart()), ...bodyOf('answer', received) }];
    });
}

/** What stands after the first empty line, when it is JSON. */
function bodyOf(name: 'request' | 'answer', message: string): Partial<Exchange> {
  const body = message.split('\n\n')[1];
  if (body === undefined || !/^[[{]/.test(body)) return {};
  try {
    return { [name]: JSON.parse(filled(body)) as Json };
  } catch {
    return {};
  }
}
