/**
 * Examples of the public document from the golden corpus: each operation's first request with a body that succeeds, and its answer.
 * Those in the documents themselves hold.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, type Json, type Operation, operationsOf } from '@partner-ordering/openapi';
import { root } from './documents.ts';
import { readEventDocuments } from './event-documents.ts';
import { addEventExamples } from './event-examples.ts';
import { publicBundle } from './public-bundle.ts';
import { filled } from './placeholders.ts';
import { withWebhooks } from './webhooks.ts';

export const FORM = 'application/x-www-form-urlencoded';

/** A request of the corpus and its answer, with their bodies: JSON, or the fields of a form. */
export interface Exchange {
  /** Path of the request, without its query. */
  path: string;
  request?: Json;
  status: string;
  answer?: Json;
}

/** The merged document with its examples, as the gateway serves it. */
export function publicDocument(documents: Map<string, Document>): Document {
  const events = readEventDocuments();
  const services = [...documents.keys()];
  const document = publicBundle(withWebhooks(documents, events));
  for (const { operation } of operationsOf(document)) {
    const files = services.map((service) => join(root, 'tests/golden', service, `${operation.operationId}.http`));
    const file = files.find((path) => existsSync(path));
    if (file !== undefined) addTo(operation, exchangesIn(readFileSync(file, 'utf8')));
  }
  addEventExamples(document, events, services);
  return document;
}

function addTo({ requestBody, responses }: Operation, exchanges: Exchange[]): void {
  const good = exchanges.filter(({ status }) => status < '4');
  const bodyContent = requestBody?.content?.['application/json'] ?? requestBody?.content?.[FORM];
  const request = good.find((exchange) => exchange.request !== undefined)?.request;
  if (bodyContent !== undefined && bodyContent.examples === undefined && request !== undefined) bodyContent.example ??= request;
  for (const [status, response] of Object.entries(responses)) {
    const content = response.content?.['application/json'];
    const answer = good.find((exchange) => exchange.status === status && exchange.answer !== undefined)?.answer;
    if (content !== undefined && answer !== undefined) content.example ??= answer;
  }
}

/** The exchanges of a file of the corpus, with their bodies. */
export function exchangesIn(text: string): Exchange[] {
  return text
    .split(/^### .*\n/m)
    .slice(1)
    .flatMap((exchange) => {
      const [requestText = '', received] = exchange.split(/^HTTP\/1\.1 /m);
      if (received === undefined) return [];
      const path = /^[A-Z]+ ([^?\s]+)/.exec(filled(requestText.trimStart()))?.[1] ?? '';
      return [{ path, status: received.slice(0, 3), ...bodyOf('request', requestText.trimStart()), ...bodyOf('answer', received) }];
    });
}

/** The text after the first empty line, if it is JSON or a form. */
function bodyOf(name: 'request' | 'answer', message: string): Partial<Exchange> {
  const [head = '', body = ''] = message.split('\n\n');
  if (head.includes(FORM) && body !== '') return { [name]: Object.fromEntries(new URLSearchParams(filled(body.trim()))) };
  if (!/^[[{]/.test(body)) return {};
  try {
    return { [name]: JSON.parse(filled(body)) as Json };
  } catch {
    return {};
  }
}
