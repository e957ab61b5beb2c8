/** The promises of our documents, as documents for oasdiff: `npm run compare:documents` compares them with those of the last release. */
import { type Document, referenceName, type Schema } from '@partner-ordering/openapi';
import { bundleDocuments } from './documents.ts';
import { readEventDocuments, type EventDocument } from './event-documents.ts';
import { internalDocuments } from './internal-documents.ts';
import { publicBundle } from './public-bundle.ts';
import { withWebhooks } from './webhooks.ts';

/** The present documents by their files in openapi/base: the public one, what services answer each other, and their events. */
export function promisedDocuments(): Map<string, Document> {
  const events = readEventDocuments();
  const publishing = [...events].filter(([, { channels }]) => Object.keys(channels).length > 0);
  return new Map<string, Document>([
    ['openapi.json', webhooksAnswered(publicBundle(withWebhooks(bundleDocuments(), events)))],
    ...[...internalDocuments()].map(([service, document]) => [`internal/${service}.json`, document] as const),
    ...publishing.map(([service, document]) => [`events/${service}.json`, eventsAnswered(document)] as const),
  ]);
}

function webhooksAnswered({ webhooks = {}, ...document }: Document): Document {
  const payloads = Object.entries(webhooks).map(([type, { post }]) => {
    return [`/webhooks/${type}`, post!.requestBody!.content['application/json']!.schema!] as const;
  });
  return { ...document, paths: { ...document.paths, ...answersOf(payloads) } };
}

function eventsAnswered({ channels, components: { messages, schemas } }: EventDocument): Document {
  const payloads = Object.values(channels).flatMap(({ address, messages: types }) =>
    Object.entries(types).map(([type, { $ref }]) => [`/${address}/${type}`, messages[referenceName($ref)]!.payload] as const),
  );
  return { openapi: '3.1.0', info: { title: 'Events', version: '1' }, paths: answersOf(payloads), components: { schemas } };
}

/** Payloads as answers, since others read them: of a webhook's request oasdiff would refuse what is added. */
function answersOf(payloads: (readonly [string, Schema])[]): Document['paths'] {
  const answers = payloads.map(([path, schema]) => {
    const content = { 'application/json': { schema } };
    return [path, { get: { operationId: path, responses: { '200': { description: '', content } } } }] as const;
  });
  return Object.fromEntries(answers);
}
