import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolve, type Schema } from '@partner-ordering/openapi';
import { asDocument, channelMessages, readEventDocuments, type Message } from './event-documents.ts';

// Erasing a user changes no fact in the log, so people are named in nothing but the webhook payload.

/** Texts that are neither gids nor enumerations, and name nobody by themselves. */
const allowed = [
  'MessagesUnseenFact/messages/text',
  'MessagesUnseenFact/price/currency',
  'MessagesUnseenFact/short_code',
  'MessagesUnseenFact/title',
  'ProjectFact/file',
  'ProjectFact/quote/files',
  'ProjectFact/quote/text',
];
const gid = /^Gids? of |^The \w+( \w+)?'s gid\.$/;

/** The paths of all texts of a fact but its payload that are neither gids, by their description, nor enumerations. */
function textsOf({ document, payload, schema }: Message): string[] {
  const visit = (given: Schema, path: string, above = ''): string[] => {
    const part = resolve(asDocument(document), given);
    const about = given.description ?? part.description ?? above;
    const isText = [part.type].flat().includes('string') && part.enum === undefined && !gid.test(about);
    const fields = Object.entries(part.properties ?? {}).filter(([name]) => path !== payload || name !== 'payload');
    const others = typeof part.additionalProperties === 'object' ? [part.additionalProperties] : [];
    return [
      ...(isText ? [path] : []),
      ...fields.flatMap(([name, field]) => visit(field, `${path}/${name}`)),
      ...others.flatMap((field) => visit(field, `${path}/*`)),
      ...[...(part.oneOf ?? []), ...(part.anyOf ?? []), ...(part.allOf ?? [])].flatMap((variant) => visit(variant, path, about)),
      ...(part.items ? visit(part.items, path, about) : []),
    ];
  };
  return visit(schema, payload);
}

test('no field of a fact but its webhook payload is a name or an address', () => {
  const documents = readEventDocuments();
  const texts = [...documents.keys()].flatMap((service) => channelMessages(documents, `${service}.facts`) ?? []).flatMap(textsOf);
  assert.deepEqual([...new Set(texts)].toSorted(), allowed);
});
